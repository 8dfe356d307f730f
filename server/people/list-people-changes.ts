import { undoHours } from '#contract/people.ts';
import type { Db } from '#server/db/tables.ts';

const undoMs = undoHours * 3_600_000;

export const getUndoStart = (now: Date): string => new Date(now.getTime() - undoMs).toISOString();

/** Lists the changes that can still be undone, newest first, of one group or of all. */
export async function listPeopleChanges(db: Db, now: Date, groupId: string | undefined) {
  const rows = await db
    .selectFrom('people_changes')
    .select(['id', 'summary', 'reason', 'made_by_name', 'made_at'])
    .where('made_at', '>', getUndoStart(now))
    .where('undone_at', 'is', null)
    .$if(groupId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('group_id', '=', groupId ?? ''), eb('to_group_id', '=', groupId ?? '')]),
      ),
    )
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .execute();
  return {
    changes: rows.map(({ id, summary, reason, made_by_name, made_at }) => ({
      _id: id,
      summary,
      reason,
      changedBy: made_by_name,
      changedAt: made_at,
      undoableUntil: new Date(Date.parse(made_at) + undoMs).toISOString(),
    })),
  };
}
