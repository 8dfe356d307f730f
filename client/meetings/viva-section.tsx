import { Alert } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import type { VivaSection } from '#client/feature.ts';
import { listMeetingSummaries } from '#contract/meetings/lists.ts';
import { formatMeetingCount } from '#contract/rules/meetings.ts';

/** Warns that a group has met less often than its viva requires. The record can still be saved. */
function MeetingCondition({ groupId }: { groupId: string }) {
  const { data } = useRead(
    listMeetingSummaries,
    { query: { group: groupId } },
    { failure: 'Couldn’t load the number of meetings' },
  );
  const [summary] = data?.groups ?? [];
  if (!summary || summary.minimum === 0) return null;
  const count = formatMeetingCount(summary.confirmed, summary.minimum);
  const isMet = summary.confirmed >= summary.minimum;
  return (
    <Alert color={isMet ? 'green' : 'brass'} role="status">
      {isMet ? `${count}.` : `${count}. The group hasn’t met often enough for its viva.`}
    </Alert>
  );
}

export const pageSections: readonly VivaSection[] = [{ order: 10, Component: MeetingCondition }];
