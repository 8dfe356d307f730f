import { Text } from '@mantine/core';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import type { GroupHeaderSection } from '#client/feature.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { listSubmissions } from '#contract/submissions.ts';
import { formatGroupStatus } from './format-group-status.ts';

export const pageSections: readonly GroupHeaderSection[] = [
  { order: 10, Component: ({ group }) => <GroupStatus groupId={group?._id} /> },
];

/** Reserves its line while the deadlines load. The list of deadlines on the page reports errors. */
function GroupStatus({ groupId }: { groupId: string | undefined }) {
  const zone = useTimeZone();
  const { data } = useRead(
    listSubmissions,
    { params: { groupId: groupId ?? '' } },
    { failure: 'Couldn’t load the deadlines', isWanted: groupId !== undefined },
  );
  return (
    <Text span display="block" mih="1.55em" c="var(--mantine-color-text)">
      {data && <BidiSentence text={formatGroupStatus(data.submissions, getServerTime(), zone)} />}
    </Text>
  );
}
