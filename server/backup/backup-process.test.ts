import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { createTestGroup } from '#server/test/people.ts';
import {
  backUpDataLocation,
  createBackupArchive,
  createEmptyDataLocation,
  fillPortalWithGroups,
  getPortalDataLocation,
  listDatabaseKinds,
  saveSampleMarks,
  uploadSampleThesis,
} from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addGroups } from '#server/test/records/groups.ts';
import { type DataLocation, openDatabase } from './places.ts';
import { restoreBackup } from './restore.ts';

describe('a backup', () => {
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
    const command = ['--import', './tools/test/kill-at-step.ts', 'tools/backup.ts', path];
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
