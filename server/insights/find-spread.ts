import type { MarkDistributionFilter, MarksSpread } from '#contract/insights.ts';
import { listMilestones, type MarkingScheme, type Milestone } from '#contract/rules/scheme.ts';
import { toListEntryKey } from '#contract/values/listed.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import { type Chart, createMilestoneVisitor, type InsightGroup } from './read-groups.ts';
import { getSupervisorKey } from './scope.ts';
import { computeMarkDistribution } from './spread.ts';

type Label = { key: string; label: string };
type FindLabel = (group: InsightGroup, milestone: Milestone) => Label;

/** Returns a function that finds the row of a mark. Caches the keys of list entries, because computing them is slow. */
function createLabelFinder(by: MarkDistributionFilter['by']): FindLabel {
  if (by === 'milestone') return (_group, { key, title }) => ({ key, label: title });
  if (by === 'supervisor')
    return ({ supervisor_id, supervisor: label }) => ({
      key: getSupervisorKey(supervisor_id, label),
      label,
    });
  const keys = new Map<string, string>();
  return ({ [by]: label }) => ({ key: keys.getOrInsertComputed(label, toListEntryKey), label });
}

/** Computes the distribution of marks. */
export function chartMarkDistributions(
  { scheme }: { scheme: MarkingScheme },
  { by, milestone: only }: Pick<MarkDistributionFilter, 'by' | 'milestone'>,
): Chart<MarksSpread> {
  const findLabel = createLabelFinder(by);
  const counted = new Map<string, { label: string; counts: Map<number, number> }>();
  const add = createMilestoneVisitor(scheme, (group, milestone, marks) => {
    if (only !== undefined && milestone.key !== only) return;
    const { key, label } = findLabel(group, milestone);
    const { counts } = counted.getOrInsertComputed(key, () => ({ label, counts: new Map() }));
    for (const mark of marks) {
      const percent = (mark / milestone.total) * 100;
      counts.set(percent, (counts.get(percent) ?? 0) + 1);
    }
  });
  return {
    add,
    getRows() {
      const rows = [...counted].flatMap(([key, { label, counts }]) => {
        const spread = computeMarkDistribution(
          [...counts].map(([percent, count]) => ({ percent, count })),
        );
        return spread ? [{ key, label, ...spread }] : [];
      });
      if (by !== 'milestone') return sortByText(rows, ({ label }) => label);
      const order = listMilestones(scheme).map((milestone) => milestone.key);
      return rows.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
    },
  };
}
