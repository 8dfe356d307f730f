import { getKindLabel } from '#contract/settings/kinds.ts';
import type { PortalContent } from './content.ts';

/**
 * Returns the title of a kind of file in a cohort, or in the current cohort for null. Uses the cached settings, so a
 * title that was changed within the last second may still be the former one.
 */
export function getLabelInCohort(
  { cohorts, current }: Pick<PortalContent, 'cohorts' | 'current'>,
  cohortId: string | null,
  kind: string,
): string {
  const cohort = cohorts.find(({ _id }) => _id === cohortId) ?? current;
  return getKindLabel(cohort.kinds, kind);
}
