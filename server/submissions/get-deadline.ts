import { Problem } from '#contract/problem.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import { isFor } from '#contract/submissions.ts';
import type { CohortContent } from '#server/content/content.ts';

/** Throws `not-found` for one that the cohort does not have, or that is not for the program. */
export function getDeadline(
  { deadlines, name }: Pick<CohortContent, 'deadlines' | 'name'>,
  deadlineId: string,
  program: string,
): Deadline {
  const found = deadlines.find(({ _id }) => _id === deadlineId);
  if (found && isFor(found, program)) return found;
  throw new Problem('not-found', `${name} has no such deadline for ${program}.`);
}
