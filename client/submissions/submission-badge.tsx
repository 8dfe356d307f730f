import { Badge } from '@mantine/core';
import type { Submission } from '#contract/submissions.ts';
import { formatState, states } from './format-state.ts';

export function SubmissionBadge({ submission }: { submission: Submission }) {
  return (
    <Badge variant="light" color={states[submission.state].color}>
      {formatState(submission, new Date())}
    </Badge>
  );
}
