import { Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { documentKinds } from '#contract/documents.ts';
import { formatDeadlineCell } from '#contract/rules/board-cells.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';

export function DeadlineSummary({ groupId }: { groupId: string }) {
  const read = useRead(
    listSubmissions,
    { params: { groupId } },
    { failure: 'Failed to load the deadlines' },
  );
  return (
    <Loaded read={read} loading={<LoadingLines lines={5} label="Loading the deadlines…" />}>
      {({ submissions }) => (
        <ul className="plain ruled">
          {submissions.map((submission) => (
            <DeadlineLine key={submission.deadlineId} submission={submission} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function DeadlineLine({ submission }: { submission: Submission }) {
  const zone = useTimeZone();
  const { title, due, missing, submittedAt, state } = submission;
  const labels = missing.map((kind) => documentKinds[kind].label).join(', ');
  return (
    <li>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm">
        {formatDeadlineCell(submission)}
        {submittedAt && `, ${formatDateTime(submittedAt, zone)}`}
        {labels && state !== 'excused' && `; missing: ${labels}`}
      </Text>
      <Text size="sm" c="dimmed">
        Due {formatDateTime(due, zone)}
      </Text>
    </li>
  );
}
