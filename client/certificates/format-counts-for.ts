import type { Courses } from '#contract/courses.ts';

/** Formats what a certificate counts for. A mandatory certificate that the rule no longer contains is optional. */
export function formatCountsFor(rule: Courses['rule'], countsFor: string): string {
  if (countsFor === 'internship') return 'Internship';
  return rule.mandatory.find(({ id }) => id === countsFor)?.title ?? 'Optional';
}
