import { Badge } from '@mantine/core';
import { describeSubmissionState, submissionStateColors } from './format-state.ts';

export function SubmissionBadge({
  submission,
}: {
  submission: Parameters<typeof describeSubmissionState>[0];
}) {
  return (
    <Badge variant="light" color={submissionStateColors[submission.state]}>
      {describeSubmissionState(submission, new Date())}
    </Badge>
  );
}
