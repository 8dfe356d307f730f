import type { SupervisorLoad } from '#contract/insights.ts';
import { listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import type { Chart } from './read-groups.ts';
import { getSupervisorKey } from './scope.ts';

/** Counts each supervisor's groups and students, and the entered and missing marks of milestones that they may mark. */
export function chartSupervisorLoad({ scheme }: { scheme: MarkingScheme }): Chart<SupervisorLoad> {
  const keys = listMilestones(scheme)
    .filter(({ markers }) => markers.includes('supervisor'))
    .map(({ key }) => key);
  const loads = new Map<string, SupervisorLoad>();
  return {
    add({ supervisor_id, supervisor: name, students, marks }) {
      const key = getSupervisorKey(supervisor_id, name);
      const load = loads.getOrInsertComputed(`${key} ${name}`, () => ({
        ...{ key, name, groups: 0, students: 0, given: 0, open: 0 },
      }));
      const markCount = keys.reduce((sum, milestone) => sum + (marks[milestone]?.length ?? 0), 0);
      load.groups += 1;
      load.students += students;
      load.given += markCount;
      load.open += students * keys.length - markCount;
    },
    getRows: () => sortByText([...loads.values()], ({ name }) => name),
  };
}
