import type { z } from 'zod';
import type { listChanges as endpoint } from '#contract/groups.ts';
import type { Db } from '#server/db/tables.ts';
import { createGroupNotFoundProblem } from '#server/groups/group-access.ts';

/** Returns a page of the group's history, newest first. New rows do not shift the pages. Throws `not-found`. */
export async function listChanges(
  db: Db,
  groupId: string,
  { before, limit }: z.output<typeof endpoint.query>,
): Promise<z.input<typeof endpoint.reply>> {
  const group = await db
    .selectFrom('groups')
    .select('id')
    .where('id', '=', groupId)
    .executeTakeFirst();
  if (!group) throw createGroupNotFoundProblem();
  let page = db
    .selectFrom('changes')
    .leftJoin('members', 'members.id', 'changes.member_id')
    .select([
      'changes.id as _id',
      'changes.sequence',
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
    .limit(limit + 1);
  if (before !== undefined) page = page.where('changes.sequence', '<', before);
  const rows = await page.execute();
  const changes = rows.slice(0, limit);
  const older = rows.length > limit ? (changes.at(-1)?.sequence ?? null) : null;
  return { changes, older };
}
