import type { Courses } from '#contract/courses.ts';

/** Returns "Optional" also for a formerly mandatory certificate that is no longer required. */
export function formatCountsFor(rule: Courses['rule'], countsFor: string): string {
  if (countsFor === 'internship') return 'Internship';
  return rule.mandatory.find(({ id }) => id === countsFor)?.title ?? 'Optional';
}
