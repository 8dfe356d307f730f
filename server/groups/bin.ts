import { Problem } from '#contract/problem.ts';
import { aboutGroup, recordEntry } from '#server/audit/record-entry.ts';
import { isDuplicate } from '#server/db/connect.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { isDuplicateMember } from './duplicate-member.ts';
import { lockGroup, noSuchGroup } from './group-access.ts';
import { getFullGroup } from './read-groups.ts';
import { recordChanges } from './record-changes.ts';
import { requireOpen } from './require-open.ts';
import { changed } from './write-group.ts';

/** Only admins see it then; its members may propose anew; marks and files stay. */
export async function deleteGroup(services: Services, caller: Caller, groupId: string) {
  await writeAs(services, caller, async (trx) => {
    await lockGroup(trx, groupId);
    await move(trx, groupId, services.clock(), caller, true);
  });
  return { message: 'Group deleted' };
}

/** Throws `not-found` when it is not in the bin, `already-in-group` or `name-taken`. */
export async function restoreGroup(services: Services, caller: Caller, groupId: string) {
  const group = await writeAs(services, caller, async (trx) => {
    const found = await lockGroups(trx)
      .where('id', '=', groupId)
      .where('deleted_at', 'is not', null)
      .returning(['name', 'cohort_id'])
      .executeTakeFirst();
    if (!found) throw noSuchGroup();
    await requireOpen(trx, found.cohort_id);
    try {
      await move(trx, groupId, services.clock(), caller, false);
    } catch (error) {
      throw placeTaken(error, found.name);
    }
    return getFullGroup(trx, services.content, groupId);
  });
  return { message: 'Group restored', group };
}

async function move(db: Db, groupId: string, now: Date, caller: Caller, isDeleted: boolean) {
  const deleted_at = isDeleted ? now.toISOString() : null;
  const { name } = await db
    .updateTable('groups')
    .set((eb) => ({ deleted_at, ...changed(eb, caller, now) }))
    .where('id', '=', groupId)
    .returning('name')
    .executeTakeFirstOrThrow();
  await db.updateTable('members').set({ deleted_at }).where('group_id', '=', groupId).execute();
  const [from, to] = isDeleted ? ['in use', 'in the bin'] : ['in the bin', 'in use'];
  await recordChanges(db, groupId, [{ part: 'group', field: 'place', from, to }], caller, now);
  const [action, detail] = isDeleted
    ? (['group-deleted', 'to the bin'] as const)
    : (['group-restored', 'from the bin'] as const);
  const subject = aboutGroup({ id: groupId, name });
  await recordEntry(db, { action, by: caller, subject, detail }, now);
}

function placeTaken(error: unknown, name: string): unknown {
  if (isDuplicate(error, 'groups', 'name')) {
    return new Problem('name-taken', `Another group is named ${name} now. Rename that one first.`);
  }
  if (isDuplicateMember(error)) {
    const message = 'A member of this group is in another group now. Change that group first.';
    return new Problem('already-in-group', message);
  }
  return error;
}
