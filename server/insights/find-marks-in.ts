import type { MarkingProgress } from '#contract/insights.ts';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import type { Chart } from './read-groups.ts';

export function chartMarksByMilestone({
  scheme,
}: {
  scheme: MarkingScheme;
}): Chart<MarkingProgress> {
  let of = 0;
  const counts = new Map<string, number>();
  return {
    add({ students, marks }) {
      of += students;
      for (const [key, { length }] of Object.entries(marks))
        counts.set(key, (counts.get(key) ?? 0) + length);
    },
    getRows() {
      if (of === 0) return [];
      return scheme.parts.flatMap(({ title: part, milestones }) =>
        milestones.map(({ key, title }) => ({
          milestone: key,
          title,
          part,
          given: counts.get(key) ?? 0,
          of,
        })),
      );
    },
  };
}
