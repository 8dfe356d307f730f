import { Badge } from '@mantine/core';
import { describeSubmissionState, submissionStateBadges } from './format-state.ts';

export function SubmissionBadge({
  submission,
}: {
  submission: Parameters<typeof describeSubmissionState>[0];
}) {
  return (
    <Badge variant="light" color={submissionStateBadges[submission.state].color}>
      {describeSubmissionState(submission, new Date())}
    </Badge>
  );
}
