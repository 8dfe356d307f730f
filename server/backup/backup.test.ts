import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { forgotPassword, register } from '#contract/account.ts';
import { deleteGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { closedRecordMessage } from '#server/db/closed/closed-triggers.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { recordDamage } from '#server/documents/damage/damaged-files.ts';
import { fillEmptyTables } from '#server/test/fill-empty-tables.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import {
  backUpDataLocation,
  createBackupArchive,
  createEmptyDataLocation,
  fillPortalWithGroups,
  getPortalDataLocation,
  listDatabaseKinds,
  readDataLocation,
} from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { addGroups } from '#server/test/records/groups.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { testUserPassword, toFile } from '#tools/test/people.ts';
import { excludedTables } from './backup-tables.ts';
import { type DataLocation, openDatabase } from './places.ts';
import { restoreBackup } from './restore.ts';

describe('a backup', () => {
  test('can be restored to every supported database with the same rows and files', async ({
    portal,
  }) => {
    await fillPortalWithGroups(portal);
    await fillOtherTables(portal);
    // Deliver emails first, because a backup removes the links from unsent emails.
    await portal.deliver();
    // Close the cohort, because the restored database must still reject changes to its rows.
    await closeCurrentCohort(portal);
    const before = await readDataLocation(await getPortalDataLocation(portal));
    for (const [table, rows] of Object.entries(before.rows)) expect(rows, table).not.toEqual([]);
    // Triggers add a row for each restored group, which a background job computes later.
    const filledByTriggers = 'group_summaries';
    for (const table of excludedTables) if (table !== filledByTriggers) before.rows[table] = [];
    const archive = await createBackupArchive(portal);
    expect(archive).toMatchObject({
      files: Object.keys(before.files).length,
      sha256: createHash('sha256')
        .update(await readFile(archive.path))
        .digest('hex'),
    });
    for (const database of listDatabaseKinds(portal)) {
      const place = await createEmptyDataLocation(portal, database);
      const { files, rows } = await restoreBackup(place, archive.path);
      expect({ files, rows }).toEqual({ files: archive.files, rows: archive.rows });
      expect(await contentWithout(1, place)).toEqual(before);
      const again = join(portal.folder, 'again.backup');
      await backUpDataLocation(portal, place, again);
      const home = await createEmptyDataLocation(portal, listDatabaseKinds(portal)[0]);
      await restoreBackup(home, again);
      expect(await contentWithout(2, home)).toEqual(before);
      for (const restored of [place, home]) {
        const db = openDatabase(restored);
        const rename = db.updateTable('groups').set({ title: 'Another' });
        await expect(rename.execute()).rejects.toThrow(closedRecordMessage);
        await db.destroy();
      }
    }
  });

  test('can be taken and restored after a software update even if the portal has not been started since', async ({
    portal,
  }) => {
    for (const database of listDatabaseKinds(portal)) {
      const place = await createEmptyDataLocation(portal, database);
      const db = openDatabase(place);
      await migrate(db, '0001-portal');
      await addGroups(db, 3);
      await db.destroy();
      const path = join(portal.folder, `${database}-old.backup`);
      await backUpDataLocation(portal, place, path);
      const home = await createEmptyDataLocation(portal, database);
      await restoreBackup(home, path);
      const restored = openDatabase(home);
      await migrate(restored);
      await restored.destroy();
      const { rows } = await readDataLocation(home);
      expect(rows.groups).toHaveLength(3);
      expect(rows.audit_entries).toEqual([expect.stringContaining('"backup-restored"')]);
    }
  });

  test('is recorded in the audit trail, and its restore is recorded after the restored entries', async ({
    portal,
  }) => {
    await portal.visitor.logIn('admin@university.test', testUserPassword);
    const { path, sha256 } = await createBackupArchive(portal);
    const taken = await readNewestEntries(portal.db, 2);
    expect(taken).toMatchObject([
      { action: 'backup-taken', actor_id: null, subject_name: 'portal.backup' },
      { action: 'logged-in' },
    ]);
    expect(getItemAt(taken, 0).detail).toContain(sha256);
    for (const database of listDatabaseKinds(portal)) {
      const place = await createEmptyDataLocation(portal, database);
      await restoreBackup(place, path);
      const db = openDatabase(place);
      const { sequence, ...login } = getItemAt(taken, 1);
      expect(await readNewestEntries(db, 5)).toMatchObject([
        {
          action: 'backup-restored',
          sequence: sequence + 1,
          detail: 'from a backup made at 2027-01-15T10:00:00.000Z',
        },
        login,
      ]);
      await db.destroy();
    }
  });
});

/** Asserts that there are `restores` audit entries about restores. Returns the rows and files without these entries. */
async function contentWithout(restores: number, place: DataLocation) {
  const content = await readDataLocation(place);
  const isOfRestore = (row: string) => row.includes('"backup-restored"');
  const trail = content.rows.audit_entries ?? [];
  expect(trail.filter(isOfRestore)).toHaveLength(restores);
  content.rows.audit_entries = trail.filter((row) => !isOfRestore(row));
  return content;
}

const readNewestEntries = (db: Db, count: number) =>
  db.selectFrom('audit_entries').selectAll().orderBy('sequence', 'desc').limit(count).execute();

async function fillOtherTables(portal: Portal) {
  const cv = toFile(buildPdf({ title: 'CV' }), 'Ünï “CV” ٣.pdf');
  const email = 'late@university.test';
  await portal.visitor.call(register, {
    body: { name: 'Late Person', email, password: testUserPassword, file: cv },
  });
  await portal.visitor.request(login, { body: { email, password: testUserPassword } });
  await portal.visitor.request(login, { body: { email, password: 'not it' } });
  await portal.visitor.call(forgotPassword, { body: { email } });
  const { groupId } = await createTestGroup(portal);
  const viva = { vivaDate: '2027-01-14', vivaStatus: 'pass', vivaFeedback: 'Good' } as const;
  const body = { semester: 'External Viva' as const, groupId, marks: {}, ...viva };
  await portal.admin.call(saveMarks, { body });
  await portal.admin.call(deleteGroup, { params: { groupId } });
  const { id } = await portal.db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', 'cv')
    .executeTakeFirstOrThrow();
  await recordDamage(portal.db, id, 'altered', portal.clock());
  await portal.db.insertInto('jobs').values({ name: 'scrub' }).execute();
  const at = portal.clock().toISOString();
  const failed = { failures: 1, retry_at: at };
  await portal.db
    .insertInto('login_failures')
    .values({ email, ...failed })
    .execute();
  const network = { network: '203.0.113.7', since: at, ...failed };
  await portal.db.insertInto('network_failures').values(network).execute();
  await fillEmptyTables(portal.db);
}
