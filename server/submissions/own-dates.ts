import type { Deadline } from '#contract/rules/deadlines.ts';
import type { EarlierDate } from '#contract/settings.ts';
import { type Agreed, effectiveDue, isFor } from '#contract/submissions.ts';
import type { Db, Row } from '#server/db/tables.ts';

/** A deadline that is moved for all, with a group that has its own date for it. */
export type OwnDate = {
  group: Row<'groups'>;
  agreed: Agreed;
  /** The date that applies to the group before the move. */
  from: string;
  after: Deadline;
};

/** Returns the groups of a cohort whose own dates a move may affect, ordered by name. */
export async function findOwnDates(
  db: Db,
  cohortId: string,
  before: readonly Deadline[],
  after: readonly Deadline[],
): Promise<OwnDate[]> {
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
    if (!move || !isFor(move.before, group.program) || !isFor(move.after, group.program)) return [];
    const agreed = { due, isExcused: false, earlierThan: earlier_than };
    return [{ group, agreed, from: effectiveDue(move.before, agreed), after: move.after }];
  });
}

/** Returns whether the group's own date applies and is earlier than the new date for all. */
export const isEarlier = ({ agreed, from, after }: OwnDate): boolean =>
  agreed.due === from && Date.parse(from) < Date.parse(after.due);

export const toEarlierDate = ({ group, from, after }: OwnDate): EarlierDate => ({
  groupId: group.id,
  fypGroupName: group.name,
  deadlineId: after._id,
  title: after.title,
  ownDue: from,
  due: after.due,
});
