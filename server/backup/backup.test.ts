import { execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
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
  saveSampleMarks,
  uploadSampleThesis,
} from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { testUserPassword, toFile } from '#tools/test/people.ts';
import { excludedTables, includedTables } from './backup-tables.ts';
import { type DataLocation, listTables, openDatabase } from './places.ts';
import { restoreBackup } from './restore.ts';

describe('a backup', () => {
  test('either includes or explicitly excludes every database table', async ({ portal }) => {
    const known = [...includedTables, ...excludedTables].toSorted();
    expect((await listTables(portal.db)).toSorted()).toEqual(known);
  });

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

  test('is a consistent snapshot even if users write data while it is taken', async ({
    portal,
  }) => {
    const teams = await fillPortalWithGroups(portal);
    // Add enough rows that the backup reads several batches, so that other requests write rows between two batches.
    await addGroups(portal.db, 1100, (name) => ({ name, name_key: name }));
    let isOver = false;
    const until = async (work: (round: number) => Promise<unknown>) => {
      let round = 2;
      for (; !isOver; round += 1) await work(round);
      return round - 2;
    };
    const working = Promise.all([
      ...teams.map((team) =>
        until(async (round) => {
          await saveSampleMarks(team, round);
          await uploadSampleThesis(team, 1);
        }),
      ),
      until(() => createTestGroup(portal, { size: 1 })),
      until(() => createTestGroup(portal, { size: 1 })),
    ]);
    try {
      for (let take = 0; take < 2; take += 1) {
        const path = await backUpInProcess(portal);
        const place = await createEmptyDataLocation(portal, listDatabaseKinds(portal)[0]);
        // Restoring would fail if the backup were inconsistent: a mark would have no member, or a document row no file.
        await restoreBackup(place, path);
        expect(await findInconsistencies(place)).toEqual([]);
      }
    } finally {
      isOver = true;
      await Promise.allSettled([working]);
    }
    for (const rounds of await working) expect(rounds).toBeGreaterThan(0);
  });

  test('leaves no archive if its process is killed, and succeeds when it is repeated', async ({
    portal,
  }) => {
    await fillPortalWithGroups(portal);
    const place = await getPortalDataLocation(portal);
    const path = join(portal.folder, 'killed.backup');
    const command = ['--import', './tools/test/count-steps.ts', 'tools/backup.ts', path];
    for (const CRASH_AT of ['write\\w* call\\n$', 'rename \\S+\\n$']) {
      const { PATH } = process.env;
      const env = { PATH, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, CRASH_AT };
      const child = spawn(process.execPath, command, { env, stdio: 'ignore' });
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
      expect(existsSync(path)).toBe(false);
    }
    const { rows, files } = await backUpDataLocation(portal, place, path);
    const restored = await createEmptyDataLocation(portal, 'sqlite');
    expect(await restoreBackup(restored, path)).toMatchObject({ rows, files });
  });

  test.for([
    ['missing', (path: string) => rm(path)],
    ['cut short', (path: string) => truncate(path, 1)],
    ['altered with the same size', (path: string) => alterFirstByte(path)],
  ] as const)(
    'omits a file that is %s, names it, and restores everything else',
    async ([, damage], { portal }) => {
      await fillPortalWithGroups(portal);
      const folder = join(portal.folder, 'files/kept');
      const names = (await readdir(folder)).toSorted();
      const damaged = [names[0] ?? '', names.at(-1) ?? ''];
      for (const name of damaged) await damage(join(folder, name));
      const { path, ...archive } = await createBackupArchive(portal);
      expect(archive.damaged.toSorted()).toEqual(damaged);
      expect(archive.files).toBe(names.length - 2);
      expect(existsSync(`${path}.partial`)).toBe(false);
      const restored = await createEmptyDataLocation(portal, 'sqlite');
      const { rows, files } = archive;
      expect(await restoreBackup(restored, path)).toMatchObject({ rows, files });
      expect((await readdir(join(restored.dataDir, 'files/kept'))).toSorted()).toEqual(
        names.slice(1, -1),
      );
    },
  );

  test('ends with the exit code 1 and keeps the archive if a file is missing', async ({
    portal,
  }) => {
    await fillPortalWithGroups(portal);
    const [name = ''] = await readdir(join(portal.folder, 'files/kept'));
    await rm(join(portal.folder, 'files/kept', name));
    const error = await backUpInProcess(portal).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 1, stderr: expect.stringContaining(name) });
    expect(existsSync(join(portal.folder, 'portal.backup'))).toBe(true);
  });
});

async function alterFirstByte(path: string) {
  const content = await readFile(path);
  content[0] = (content[0] ?? 0) ^ 1;
  await writeFile(path, content);
}

/** Runs the backup tool in a child process, as in production. */
async function backUpInProcess(portal: Portal) {
  const { dataDir, databaseUrl } = await getPortalDataLocation(portal);
  const path = join(portal.folder, 'portal.backup');
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  await promisify(execFile)(process.execPath, ['tools/backup.ts', path], { env });
  return path;
}

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

async function addGroups(
  db: Db,
  count: number,
  named: (name: string) => object = (name) => ({ name }),
) {
  const at = '2027-01-15T10:00:00.000Z';
  const groups = Array.from({ length: count }, (_, number) => ({
    id: randomUUID(),
    name: '',
    ...named(`Old ${number}`),
    program: 'BSCS',
    session_year: 2020,
    number,
    title: 'Old',
    category: 'Old',
    supervisor: 'other',
    supervisor_key: 'other',
    submission_hash: 'old',
    version: 1,
    viva_revision: 0,
    created_at: at,
    changed_at: at,
  }));
  for (let from = 0; from < count; from += 500) {
    await db
      .insertInto('groups')
      .values(groups.slice(from, from + 500))
      .execute();
  }
}

/** Returns marks whose newest revision is missing from the history, and groups whose history has gaps. */
async function findInconsistencies(place: DataLocation): Promise<unknown[]> {
  const db = openDatabase(place);
  const { rows: marks } = await sql`
    select member_id, milestone, revision from marks where not exists (
      select 1 from changes where changes.member_id = marks.member_id
        and changes.part = marks.milestone and changes.revision = marks.revision)
  `.execute(db);
  const { rows: histories } = await sql`
    select group_id from changes group by group_id having count(*) <> max(sequence)
  `.execute(db);
  await db.destroy();
  return [...marks, ...histories];
}
