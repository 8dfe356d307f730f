import type { MarkingProgress } from '#contract/insights.ts';
import { forEachMilestone, type InsightData } from './read-groups.ts';

export function countMarksByMilestone(data: InsightData): MarkingProgress[] {
  const of = data.groups.reduce((sum, { students }) => sum + students, 0);
  if (of === 0) return [];
  const counts = new Map<string, number>();
  forEachMilestone(data, (_group, { key }, marks) => {
    counts.set(key, (counts.get(key) ?? 0) + marks.length);
  });
  return data.cohort.scheme.parts.flatMap(({ title: part, milestones }) =>
    milestones.map(({ key, title }) => ({
      milestone: key,
      title,
      part,
      given: counts.get(key) ?? 0,
      of,
    })),
  );
}
