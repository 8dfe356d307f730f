import type { Courses } from '#contract/courses.ts';

/**
 * Formats the requirement that a certificate counts for. A requirement that no longer exists is shown as "Optional".
 */
export function formatCountsFor(rule: Courses['rule'], countsFor: string): string {
  if (countsFor === 'internship') return 'Internship';
  return rule.mandatory.find(({ id }) => id === countsFor)?.title ?? 'Optional';
}
