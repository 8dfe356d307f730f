import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { removeGroupFiles } from '#contract/admin/removals.ts';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { deleteOrphanedFiles } from '#server/documents/damage/scrub.ts';
import { listAddedEntries } from '#server/test/audit/trail.ts';
import { waitUntilTransactionBlocks } from '#server/test/database.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const reason = 'The account was blocked for uploading unrelated files.';

async function createDeletedGroup(portal: Portal) {
  const team = await createTestGroup(portal);
  const params = { groupId: team.groupId };
  await portal.admin.call(deleteGroup, { params });
  return { ...team, input: { params, body: { reason } } };
}

const listStoredRows = (portal: Portal, groupId: string) =>
  portal.db
    .selectFrom('documents')
    .select('id')
    .where('group_id', '=', groupId)
    .where('removed_at', 'is', null)
    .execute();

const listKeys = (portal: Portal) => readdir(join(portal.folder, 'files/kept'));

describe('the removal of all files of a group in the bin', () => {
  test('deletes the bytes of this group only, with an entry in the history and an audit entry', async ({
    portal,
  }) => {
    const neighbour = await createTestGroup(portal);
    const remaining = await listKeys(portal);
    const { groupId, group, input } = await createDeletedGroup(portal);
    const added = (await listKeys(portal)).length - remaining.length;
    const entries = await listAddedEntries(portal, async () => {
      const reply = await portal.admin.call(removeGroupFiles, input);
      expect(reply).toEqual({ message: `${added} files removed`, removed: added });
    });
    expect(entries).toEqual([
      `group-files-removed: ${group.fypGroupName}: ${added} files: ${reason}`,
    ]);
    expect((await listKeys(portal)).toSorted()).toEqual(remaining.toSorted());
    expect(await listStoredRows(portal, groupId)).toEqual([]);
    expect(await listStoredRows(portal, neighbour.groupId)).toHaveLength(remaining.length);
    const { changes } = await portal.admin.call(listChanges, {
      params: { groupId },
      query: { limit: 1 },
    });
    expect(changes).toMatchObject([
      { part: 'group', field: 'files', from: `${added} files`, to: reason },
    ]);
    const restored = await portal.admin.call(restoreGroup, { params: { groupId } });
    expect(restored.group.proposalUrl).toBeNull();
    expect(restored.group.documents.every(({ removed }) => removed?.reason === reason)).toBe(true);
  });

  test('attempts to delete only one file while the storage fails, and leaves all to the integrity check', async ({
    portal,
  }) => {
    await createTestGroup(portal);
    const remaining = await listKeys(portal);
    const { input } = await createDeletedGroup(portal);
    const removeFile = portal.files.remove;
    let attempts = 0;
    portal.files.remove = () => {
      attempts += 1;
      return Promise.reject(new Error('The store is unavailable.'));
    };
    const { removed } = await portal.admin.call(removeGroupFiles, input);
    portal.files.remove = removeFile;
    expect(removed).toBeGreaterThan(1);
    expect(attempts).toBe(1);
    expect(await deleteOrphanedFiles(portal)).toMatchObject({ orphans: removed });
    expect((await listKeys(portal)).toSorted()).toEqual(remaining.toSorted());
  });

  test('is done once if two admins request it at the same moment', async ({ portal }) => {
    const { input } = await createDeletedGroup(portal);
    const second = await createTestUser(portal, 'admin');
    const entries = await listAddedEntries(portal, async () => {
      const replies = await Promise.all(
        [portal.admin, second.caller].map((caller) => caller.call(removeGroupFiles, input)),
      );
      expect(replies.filter(({ removed }) => removed > 0)).toHaveLength(1);
    });
    expect(entries).toHaveLength(1);
  });

  test('is refused if another admin restores the group at the same moment', async ({ portal }) => {
    const { groupId, input } = await createDeletedGroup(portal);
    const { response } = await portal.db.transaction().execute(async (trx) => {
      await trx.updateTable('groups').set({ deleted_at: null }).where('id', '=', groupId).execute();
      const response = portal.admin.request(removeGroupFiles, input);
      await waitUntilTransactionBlocks(trx, portal.db);
      return { response };
    });
    expect((await response).status).toBe(409);
    expect(await listStoredRows(portal, groupId)).not.toEqual([]);
  });

  test.for([
    ['of a group in use', 'in use', reason, 'stale-version'],
    ['without a reason', 'bin', '', 'invalid'],
    ['in a closed cohort', 'closed', reason, 'cohort-closed'],
  ] as const)('is refused %s', async ([, target, why, code], { portal }) => {
    const { groupId } = await createDeletedGroup(portal);
    const params = { groupId };
    if (target === 'in use') await portal.admin.call(restoreGroup, { params });
    if (target === 'closed') await closeCurrentCohort(portal);
    const input = { params, body: { reason: why } };
    expect(await expectRefusal(portal, portal.admin, removeGroupFiles, input)).toMatchObject({
      code,
    });
  });
});
