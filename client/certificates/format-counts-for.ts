import type { Courses } from '#contract/settings/courses.ts';

/** Treats a certificate that is no longer mandatory as optional. */
export function formatRequirementTitle(rule: Courses['rule'], countsFor: string): string {
  if (countsFor === 'internship') return 'Internship';
  return rule.mandatory.find(({ id }) => id === countsFor)?.title ?? 'Optional';
}
