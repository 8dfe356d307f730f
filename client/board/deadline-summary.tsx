import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { useClosedCohort } from '#client/layout/open-cohort-fields.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { BoardRow } from '#contract/board.ts';
import { formatDeadlineCell } from '#contract/rules/board-cells.ts';
import { listOwingNewcomers } from '#contract/rules/newcomers.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { ExtendDeadlineDialog } from './dialogs/extend-dialog.tsx';

type DeadlineSummaryProps = { row: BoardRow; mayExtend: boolean };

export function DeadlineSummary({ row, mayExtend }: DeadlineSummaryProps) {
  const [isExtending, setIsExtending] = useState(false);
  // The page shows above the board that the cohort is closed.
  const isClosed = useClosedCohort() !== undefined;
  const read = useRead(
    listSubmissions,
    { params: { groupId: row._id } },
    { failure: 'Couldn’t load the deadlines' },
  );
  return (
    <Loaded read={read} loading={<LoadingLines lines={5} label="Loading the deadlines…" />}>
      {({ submissions }) => (
        <Stack gap="sm">
          <ul className="plain ruled" aria-label="Deadlines">
            {submissions.map((submission) => (
              <DeadlineLine key={submission.deadlineId} submission={submission} />
            ))}
          </ul>
          {mayExtend && (
            <Button
              variant="default"
              size="xs"
              mr="auto"
              disabled={isClosed}
              onClick={() => setIsExtending(true)}
            >
              Extend a deadline
            </Button>
          )}
          {isExtending && (
            <ExtendDeadlineDialog
              rows={[row]}
              deadlines={submissions.map(({ deadlineId, ...deadline }) => ({
                ...deadline,
                _id: deadlineId,
              }))}
              onClose={() => setIsExtending(false)}
            />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function DeadlineLine({ submission }: { submission: Submission }) {
  const zone = useTimeZone();
  const { title, due, missing, submittedAt, state } = submission;
  const labels = missing.map(useKindLabel()).join(', ');
  return (
    <li>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm">
        {formatDeadlineCell({ ...submission, newcomers: listOwingNewcomers(submission).length })}
        {submittedAt && `, ${formatDateTime(submittedAt, zone)}`}
        {labels && state !== 'excused' && `; missing: ${labels}`}
      </Text>
      <Text size="sm" c="dimmed">
        Due {formatDateTime(due, zone)}
      </Text>
    </li>
  );
}
