import type { Courses } from '#contract/courses.ts';

/** Also returns "Optional" for a certificate that is no longer mandatory. */
export function formatCountsFor(rule: Courses['rule'], countsFor: string): string {
  if (countsFor === 'internship') return 'Internship';
  return rule.mandatory.find(({ id }) => id === countsFor)?.title ?? 'Optional';
}
