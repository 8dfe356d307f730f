import { Problem } from '#contract/problem.ts';
import type { CohortContent, Content } from './content.ts';

/** By its code in any case; undefined for the current one. Throws `not-found`. */
export function getCohort(content: Content, code: string | undefined): CohortContent {
  if (code === undefined) return content.current;
  const key = code.toLowerCase();
  const found = content.cohorts.find((cohort) => cohort.code.toLowerCase() === key);
  if (found) return found;
  const codes = content.cohorts.map((cohort) => cohort.code).join(', ');
  throw new Problem('not-found', `There is no cohort “${code}”. There is: ${codes}.`);
}
