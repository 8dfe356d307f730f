import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openPostgres } from '#server/db/connect.ts';
import { startCommitBreakingProxy } from '#server/test/faults/breaking-proxy.ts';
import {
  createBackupArchive,
  createEmptyDataLocation,
  fillPortalWithGroups,
  getPortalDataLocation,
  listDatabaseKinds,
  readDataLocation,
} from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { type DataLocation, getFilesFolder, listTables } from './places.ts';
import { restoreBackup } from './restore.ts';

async function createFilledArchive(portal: Portal) {
  await fillPortalWithGroups(portal);
  const content = await readDataLocation(await getPortalDataLocation(portal));
  const { path, rows, files } = await createBackupArchive(portal);
  for (const table of ['sessions', 'one_use_links']) content.rows[table] = [];
  return { path, totals: { rows, files }, content };
}

async function contentIn(place: DataLocation) {
  const content = await readDataLocation(place);
  const trail = content.rows.audit_entries ?? [];
  const restores = trail.filter((row) => row.includes('"backup-restored"'));
  content.rows.audit_entries = trail.filter((row) => !restores.includes(row));
  expect(restores).toHaveLength(1);
  return content;
}

type How = ['before' | 'after', { of: string; forGood?: boolean }];

const filesIn = async (place: DataLocation) =>
  (await readdir(place.dataDir, { recursive: true })).toSorted();

if (process.env.TEST_DATABASE === 'postgres') {
  describe('a restore whose connection is lost during the commit', () => {
    const by = async (place: DataLocation, ...how: How) => ({
      ...place,
      databaseUrl: await startCommitBreakingProxy(place.databaseUrl ?? '', ...how),
    });
    const of = 'insert into "audit_entries"';

    test('succeeds if the transaction was committed', async ({ portal }) => {
      const { path, totals, content } = await createFilledArchive(portal);
      const place = await createEmptyDataLocation(portal, 'postgres');
      const restored = await restoreBackup(await by(place, 'after', { of }), path);
      expect(restored).toMatchObject(totals);
      expect(await contentIn(place)).toEqual(content);
      expect(await filesIn(place)).toEqual(
        expect.not.arrayContaining([expect.stringMatching('unfinished|restoring')]),
      );
      expect(await restoreBackup(place, path)).toMatchObject({ ...totals, putBack: 0 });
      expect(await contentIn(place)).toEqual(content);
    });

    test('leaves no data if the transaction was not committed, and succeeds when it is repeated', async ({
      portal,
    }) => {
      const { path, totals, content } = await createFilledArchive(portal);
      const place = await createEmptyDataLocation(portal, 'postgres');
      await expect(restoreBackup(await by(place, 'before', { of }), path)).rejects.toThrow(
        /connection/i,
      );
      expect(await filesIn(place)).toEqual([]);
      const db = openPostgres(place.databaseUrl ?? '');
      expect(await listTables(db)).toEqual([]);
      await db.destroy();
      expect(await restoreBackup(place, path)).toMatchObject(totals);
      expect(await contentIn(place)).toEqual(content);
    });

    test.for(['before', 'after'] as const)(
      'keeps its files while the outcome is unknown (connection lost %s the commit), and is completed by the next restore',
      async (when, { portal }) => {
        const { path, totals, content } = await createFilledArchive(portal);
        const place = await createEmptyDataLocation(portal, 'postgres');
        const lost = await by(place, when, { of, forGood: true });
        await expect(restoreBackup(lost, path, { timeoutMs: 1500 })).rejects.toThrow(
          /Nothing was removed/,
        );
        expect(await readdir(join(getFilesFolder(place), 'kept'))).toHaveLength(totals.files);
        expect(await restoreBackup(place, path)).toMatchObject(totals);
        expect(await contentIn(place)).toEqual(content);
      },
    );
  });
}

describe('an interrupted restore', () => {
  /** Patterns for a log of file and database operations. The restore is killed as soon as its log matches. */
  const moments = {
    'before its files are moved': 'rename \\S+\\.restoring\\n$',
    'between the move of its files and the commit':
      'rename \\S+\\.restoring\\n[^]*(query|run) commit\\n$',
    'right after the commit':
      'rename \\S+\\.restoring\\n[^]*(query|run) commit\\n[^]*rm \\S+unfinished-restore\\n$',
  };

  test.for(Object.entries(moments))(
    'is completed when the restore command is run again (killed %s)',
    async ([, moment], { portal }) => {
      const { path, totals, content } = await createFilledArchive(portal);
      for (const database of listDatabaseKinds(portal)) {
        const place = await createEmptyDataLocation(portal, database);
        const child = spawn(
          process.execPath,
          ['--import', './tools/test/kill-at-step.ts', 'tools/restore.ts', path],
          {
            stdio: ['ignore', 'ignore', 'inherit'],
            env: {
              PATH: process.env.PATH,
              NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
              DATA_DIR: place.dataDir,
              DATABASE_URL: place.databaseUrl,
              CRASH_AT: moment,
            },
          },
        );
        expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
        expect(await restoreBackup(place, path)).toMatchObject(totals);
        expect(await contentIn(place)).toEqual(content);
        expect(await filesIn(place)).toEqual(
          expect.not.arrayContaining([expect.stringMatching('unfinished|restoring')]),
        );
      }
    },
  );

  test('restores missing files of committed rows when it is repeated', async ({ portal }) => {
    const { path, totals, content } = await createFilledArchive(portal);
    for (const database of listDatabaseKinds(portal)) {
      const place = await createEmptyDataLocation(portal, database);
      await restoreBackup(place, path);
      await rm(getFilesFolder(place), { recursive: true });
      expect(await restoreBackup(place, path)).toMatchObject({ ...totals, putBack: totals.files });
      expect(await contentIn(place)).toEqual(content);
    }
  });

  test('cannot be completed with a different archive', async ({ portal }) => {
    const { path } = await createFilledArchive(portal);
    portal.wait(1000);
    const place = await createEmptyDataLocation(portal, 'sqlite');
    await restoreBackup(place, path);
    const { path: later } = await createFilledArchive(portal);
    const before = await filesIn(place);
    await expect(restoreBackup(place, later)).rejects.toThrow('There is a portal in this database');
    expect(await filesIn(place)).toEqual(before);
  });
});
