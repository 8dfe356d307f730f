import { Problem } from '#contract/problem.ts';
import type { CohortContent, PortalContent } from './content.ts';

/** Returns the cohort with this code (case-insensitive), or the current one if no code is given. Throws `not-found`. */
export function getCohort(content: PortalContent, code: string | undefined): CohortContent {
  if (code === undefined) return content.current;
  const key = code.toLowerCase();
  const match = content.cohorts.find((cohort) => cohort.code.toLowerCase() === key);
  if (match) return match;
  const codes = content.cohorts.map((cohort) => cohort.code).join(', ');
  throw new Problem('not-found', `There is no session “${code}”. There is: ${codes}.`);
}
