import type { Deadline } from '#contract/rules/deadlines.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { incrementGroupVersion } from '#server/groups/write-group.ts';

type Agreement = {
  groupId: string;
  deadline: Pick<Deadline, '_id' | 'title' | 'due'>;
  /** The due date before the change, for the history. */
  before: string;
  /** If null and `isExcused` is false, the common date applies to the group again. */
  due: string | null;
  isExcused: boolean;
  reason: string;
};

/** Saves a group's due date or excuse and adds it to the history. The caller must hold the lock on the group. */
export async function saveGroupDeadline(
  context: WriteContext,
  { groupId, deadline, before, due, isExcused, reason }: Agreement,
): Promise<void> {
  const { trx, caller, now } = context;
  const of = { group_id: groupId, deadline_id: deadline._id };
  // An individual date before the common date applies only until the common date changes.
  const earlier_than = due && Date.parse(due) < Date.parse(deadline.due) ? deadline.due : null;
  const is_excused = isExcused ? (1 as const) : (0 as const);
  const row = { due, earlier_than, is_excused, reason };
  const written = { ...row, changed_by: caller.userId, changed_at: now.toISOString() };
  if (due === null && !isExcused) {
    const removed = trx
      .deleteFrom('group_deadlines')
      .where('group_id', '=', groupId)
      .where('deadline_id', '=', deadline._id);
    await removed.execute();
  } else {
    const saved = trx
      .insertInto('group_deadlines')
      .values({ ...of, ...written })
      .onConflict((conflict) => conflict.columns(['group_id', 'deadline_id']).doUpdateSet(written));
    await saved.execute();
  }
  const to = isExcused ? 'excused' : (due ?? 'as for all');
  const change = { part: 'group', field: `deadline ${deadline.title}`, from: before, to };
  await recordGroupChanges(context, groupId, [change]);
  await incrementGroupVersion(context, groupId);
}
