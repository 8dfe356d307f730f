import type { Change } from '#contract/groups.ts';
import type { Db } from '#server/db/tables.ts';
import { noSuchGroup } from './group-access.ts';

/** The history of a group, newest first. Throws `not-found`. */
export async function listChanges(db: Db, groupId: string): Promise<{ changes: Change[] }> {
  const group = await db
    .selectFrom('groups')
    .select('id')
    .where('id', '=', groupId)
    .executeTakeFirst();
  if (!group) throw noSuchGroup();
  const changes = await db
    .selectFrom('changes')
    .leftJoin('members', 'members.id', 'changes.member_id')
    .select([
      'changes.id as _id',
      'changes.changed_at as changedAt',
      'changes.changed_by_name as changedBy',
      'members.name as memberName',
      'changes.part',
      'changes.field',
      'changes.value_from as from',
      'changes.value_to as to',
    ])
    .where('changes.group_id', '=', groupId)
    .orderBy('changes.sequence', 'desc')
    .execute();
  return { changes };
}
