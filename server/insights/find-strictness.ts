import type { MarkerStrictness } from '#contract/insights.ts';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import { type Chart, createMilestoneVisitor } from './read-groups.ts';
import { getSupervisorKey } from './scope.ts';
import { computeMarkerStrictness, type MarkerMilestoneMarks } from './strictness.ts';

/**
 * Compares the strictness of markers. A mark belongs to the supervisor or examiner responsible for the milestone, even
 * if an admin entered it. The supervisor filter is applied only after each marker has been compared with all others.
 */
export function chartStrictness(
  { scheme }: { scheme: MarkingScheme },
  supervisor: string | undefined,
): Chart<MarkerStrictness> {
  const sums = new Map<string, MarkerMilestoneMarks>();
  const add = createMilestoneVisitor(scheme, (group, { key: milestone, markers, total }, marks) => {
    const [id, name] = markers.includes('supervisor')
      ? [group.supervisor_id, group.supervisor]
      : [group.external_examiner_id, group.external_examiner ?? 'No external examiner'];
    const key = getSupervisorKey(id, name);
    const sum = sums.getOrInsertComputed(`${key} ${name} ${milestone}`, () => ({
      ...{ key, name, milestone, marks: 0, sum: 0 },
    }));
    sum.marks += marks.length;
    for (const mark of marks) sum.sum += (mark / total) * 100;
  });
  return {
    add,
    getRows() {
      const rows = computeMarkerStrictness([...sums.values()]);
      return supervisor ? rows.filter(({ key }) => key === supervisor) : rows;
    },
  };
}
