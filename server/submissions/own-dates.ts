import type { Deadline } from '#contract/rules/deadlines.ts';
import {
  appliesToProgram,
  type GroupDeadline,
  getEffectiveDueDate,
} from '#contract/rules/submissions.ts';
import type { EarlierDueDate } from '#contract/settings/settings.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

export type IndividualDueDate = {
  group: DatabaseRow<'groups'>;
  agreed: GroupDeadline;
  /** The group's due date before the common date changes. */
  from: string;
  after: Deadline;
};

/** Returns individual dates that a change to the common dates may affect, sorted by group name. */
export async function findIndividualDueDates(
  db: Db,
  cohortId: string,
  before: readonly Deadline[],
  after: readonly Deadline[],
): Promise<IndividualDueDate[]> {
  const moves = before.flatMap((old) => {
    const now = after.find(({ _id }) => _id === old._id);
    return now && Date.parse(now.due) !== Date.parse(old.due) ? [{ before: old, after: now }] : [];
  });
  if (moves.length === 0) return [];
  const rows = await db
    .selectFrom('group_deadlines')
    .innerJoin('groups', 'groups.id', 'group_deadlines.group_id')
    .selectAll('groups')
    .select(['deadline_id', 'due', 'earlier_than'])
    .where('groups.cohort_id', '=', cohortId)
    .where('groups.deleted_at', 'is', null)
    .where('due', 'is not', null)
    .$narrowType<{ due: string }>()
    .orderBy('groups.sort_key')
    .execute();
  return rows.flatMap(({ deadline_id, due, earlier_than, ...group }) => {
    const move = moves.find((moved) => moved.before._id === deadline_id);
    if (
      !move ||
      !appliesToProgram(move.before, group.program) ||
      !appliesToProgram(move.after, group.program)
    )
      return [];
    const agreed = { due, isExcused: false, earlierThan: earlier_than };
    return [{ group, agreed, from: getEffectiveDueDate(move.before, agreed), after: move.after }];
  });
}

/** Returns true if the group's individual date currently applies and is earlier than the new common date. */
export const isEarlierThanCommonDate = ({ agreed, from, after }: IndividualDueDate): boolean =>
  agreed.due === from && Date.parse(from) < Date.parse(after.due);

export const toEarlierDueDate = ({ group, from, after }: IndividualDueDate): EarlierDueDate => ({
  groupId: group.id,
  fypGroupName: group.name,
  deadlineId: after._id,
  title: after.title,
  ownDue: from,
  due: after.due,
});
