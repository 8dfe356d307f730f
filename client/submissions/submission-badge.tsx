import { Badge } from '@mantine/core';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { describeSubmissionState, submissionStateColors } from './format-state.ts';

export function SubmissionBadge({
  submission,
}: {
  submission: Parameters<typeof describeSubmissionState>[0];
}) {
  return (
    <Badge variant="light" color={submissionStateColors[submission.state]}>
      {describeSubmissionState(submission, getServerTime())}
    </Badge>
  );
}
