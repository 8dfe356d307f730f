import { Problem } from '#contract/problem.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import { appliesToProgram } from '#contract/rules/submissions.ts';
import type { CohortContent } from '#server/content/content.ts';

/** Throws `not-found` if the cohort has no such deadline, or if it does not apply to the program. */
export function getCohortDeadline(
  { deadlines, name }: Pick<CohortContent, 'deadlines' | 'name'>,
  deadlineId: string,
  program: string,
): Deadline {
  const deadline = deadlines.find(({ _id }) => _id === deadlineId);
  if (deadline && appliesToProgram(deadline, program)) return deadline;
  throw new Problem('not-found', `${name} has no such deadline for ${program}.`);
}
