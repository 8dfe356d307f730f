import { Badge } from '@mantine/core';
import type { Submission } from '#contract/rules/submissions.ts';
import { describeSubmissionState, submissionStateBadges } from './format-state.ts';

export function SubmissionBadge({ submission }: { submission: Submission }) {
  return (
    <Badge variant="light" color={submissionStateBadges[submission.state].color}>
      {describeSubmissionState(submission, new Date())}
    </Badge>
  );
}
