import { isDueThisWeek } from '#contract/rules/board-states.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import {
  appliesToProgram,
  type Completion,
  type GroupDeadline,
  getEffectiveDueDate,
  getStateByCompletion,
  type SubmissionState,
} from '#contract/rules/submissions.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Services } from '#server/services.ts';
import { streamGroupSummaries } from '#server/summaries/read-summaries.ts';
import { type GroupSummary, owedByNobody, toMinute } from '#server/summaries/summarise.ts';
import { readOwnDeadlines } from './submissions-on-board.ts';

/** `isDueThisWeek` has an entry for each deadline, as has `states`. */
export type GroupStates = {
  id: string;
  states: (SubmissionState | null)[];
  isDueThisWeek: boolean[];
  /** Number of students whose certificates wait to be checked. */
  unchecked: number;
};

/**
 * Yields the state of each deadline for the groups in `scope`, sorted by group name; null for a deadline that applies only
 * to other programs. Reads one row per group, because a department has thousands of them.
 */
export async function* streamSubmissionStates(
  services: Services,
  scope: ScopedGroupQuery,
  cohort: Pick<CohortContent, 'deadlines'>,
): AsyncGenerator<GroupStates[]> {
  const ownDeadlines = await readOwnDeadlines(services.db, scope);
  const now = services.clock();
  const findStates = createStateFinder(cohort.deadlines, now);
  const batches = streamGroupSummaries(services, scope, cohort, {
    columns: ['program', 'created_at'],
    parts: ['completed'],
  });
  for await (const groups of batches) {
    yield groups.map((group) => {
      const findOwn = (deadlineId: string) => ownDeadlines(group.id, deadlineId);
      const states = findStates(group, findOwn);
      const isDue = cohort.deadlines.map((deadline, column) => {
        const due = getEffectiveDueDate(deadline, findOwn(deadline._id));
        return isDueThisWeek(states[column] ?? undefined, { ...deadline, due }, now);
      });
      return { id: group.id, states, isDueThisWeek: isDue, unchecked: group.unchecked };
    });
  }
}

function toCompletion(minute: number | undefined): Completion {
  if (minute === owedByNobody) return 'owed-by-nobody';
  return minute === undefined ? undefined : new Date(minute * 60_000);
}

type SummarisedGroup = Pick<DatabaseRow<'groups'>, 'program' | 'created_at'> &
  Pick<GroupSummary, 'completed'>;
type FindOwnDeadline = (deadlineId: string) => GroupDeadline | undefined;

/** Compares minutes instead of calling `getStateByCompletion`, unless the group has its own date for a deadline. */
function createStateFinder(deadlines: readonly Deadline[], now: Date) {
  const rules = deadlines.map((deadline) => ({
    deadline,
    dueMinute: toMinute(new Date(deadline.due)),
    isEvent: deadline.documents.length === 0,
    stateWithoutFiles: getStateByCompletion(
      { deadline, createdAt: new Date(0).toISOString(), completedAt: undefined, agreed: undefined },
      now,
    ),
  }));
  const rulesByProgram = new Map<string, (boolean | undefined)[]>();
  const applicableTo = (program: string) => {
    const known = rulesByProgram.get(program);
    if (known) return known;
    const applies = deadlines.map((deadline) => appliesToProgram(deadline, program));
    rulesByProgram.set(program, applies);
    return applies;
  };
  return (
    { program, created_at: createdAt, completed }: SummarisedGroup,
    findOwnDeadline: FindOwnDeadline,
  ) => {
    const applies = applicableTo(program);
    const createdMinute = toMinute(new Date(createdAt));
    return rules.map(({ deadline, dueMinute, isEvent, stateWithoutFiles }, column) => {
      if (!applies[column]) return null;
      const minute = completed[deadline._id];
      const agreed = findOwnDeadline(deadline._id);
      if (agreed) {
        const completedAt = toCompletion(minute);
        return getStateByCompletion({ deadline, createdAt, completedAt, agreed }, now);
      }
      if (isEvent) return stateWithoutFiles;
      const passedBeforeGroup = dueMinute < createdMinute;
      if (minute === owedByNobody) return passedBeforeGroup ? 'before-group' : 'excused';
      if (minute !== undefined)
        return !passedBeforeGroup && dueMinute < minute ? 'late' : 'submitted';
      return passedBeforeGroup ? 'before-group' : stateWithoutFiles;
    });
  };
}
