import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';

export type NewGroupChange = {
  memberId?: string;
  part: string;
  field: string;
  from: string | number | null;
  to: string | number | null;
  revision?: number;
};

/** Appends rows to the group's append-only history. The caller must have locked the group. */
export async function recordGroupChanges(
  { trx, caller, now }: WriteContext,
  groupId: string,
  changes: readonly NewGroupChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const added = trx.insertInto('changes').values((eb) =>
    changes.map(({ memberId, part, field, from, to, revision }, index) => ({
      id: randomUUID(),
      group_id: groupId,
      member_id: memberId ?? null,
      part,
      field,
      value_from: formatHistoryValue(from),
      value_to: formatHistoryValue(to),
      revision: revision ?? null,
      changed_by: caller.userId,
      changed_by_name: caller.name,
      changed_at: now.toISOString(),
      sequence: sql<number>`${selectLastSequence(eb, groupId)} + ${index + 1}`,
    })),
  );
  await added.execute();
}

const selectLastSequence = (eb: ExpressionBuilder<Tables, 'changes'>, groupId: string) =>
  eb
    .selectFrom('changes')
    .select(({ fn }) => fn.coalesce(fn.max('sequence'), sql.lit(0)).as('sequence'))
    .where('group_id', '=', groupId);

/** Returns the fields changed since the revision, and their values at that revision. Requires the group's lock. */
export async function readValuesAtRevision(
  db: Db,
  groupId: string,
  { memberId, part, revision }: { memberId: string | null; part: string; revision: number },
): Promise<Map<string, string | null>> {
  const changes = await db
    .selectFrom('changes')
    .select(['field', 'value_from', 'revision'])
    .where('group_id', '=', groupId)
    .where('member_id', 'is not distinct from', memberId)
    .where('part', '=', part)
    .where('revision', 'is not', null)
    .$narrowType<{ revision: number }>()
    .orderBy('sequence', 'desc')
    .execute();
  const values = new Map<string, string | null>();
  for (const change of changes) {
    // Stop instead of skipping the change: older changes may have higher revision numbers, because re-adding a
    // milestone restarts the numbering.
    if (change.revision <= revision) break;
    values.set(change.field, change.value_from);
  }
  return values;
}

export const formatHistoryValue = (value: string | number | null) =>
  value === null ? null : String(value);
