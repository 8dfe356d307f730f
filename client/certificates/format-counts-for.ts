import type { Courses } from '#contract/courses.ts';

/** What an entry counts for in words; a mandatory certificate that the rule no longer names is optional. */
export function formatCountsFor(rule: Courses['rule'], countsFor: string): string {
  if (countsFor === 'internship') return 'Internship';
  return rule.mandatory.find(({ id }) => id === countsFor)?.title ?? 'Optional';
}
