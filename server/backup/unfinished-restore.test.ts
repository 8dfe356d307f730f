import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openPostgres } from '#server/db/connect.ts';
import { breakingAtCommit } from '#server/test/breaking-proxy.ts';
import {
  aFilledPortal,
  anEmptyPlace,
  archiveOf,
  contentOf,
  databases,
  ownPlace,
} from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { filesFolderOf, type Place, tablesIn } from './places.ts';
import { restore } from './restore.ts';

/** An archive and what a place holds once it is restored; of the trail only what the archive holds. */
async function anArchive(portal: Portal) {
  await aFilledPortal(portal);
  const content = await contentOf(await ownPlace(portal));
  const { path, rows, files } = await archiveOf(portal);
  for (const table of ['sessions', 'one_use_links']) content.rows[table] = [];
  return { path, totals: { rows, files }, content };
}

async function contentIn(place: Place) {
  const content = await contentOf(place);
  const trail = content.rows.audit_entries ?? [];
  const restores = trail.filter((row) => row.includes('"backup-restored"'));
  content.rows.audit_entries = trail.filter((row) => !restores.includes(row));
  expect(restores).toHaveLength(1);
  return content;
}

type How = ['before' | 'after', { of: string; forGood?: boolean }];

const filesIn = async (place: Place) =>
  (await readdir(place.dataDir, { recursive: true })).toSorted();

if (process.env.TEST_DATABASE === 'postgres') {
  describe('a restore whose connection breaks at its commit', () => {
    const by = async (place: Place, ...how: How) => ({
      ...place,
      databaseUrl: await breakingAtCommit(place.databaseUrl ?? '', ...how),
    });
    const of = 'insert into "audit_entries"';

    test('has succeeded when the commit was done, and removes no file', async ({ portal }) => {
      const { path, totals, content } = await anArchive(portal);
      const place = await anEmptyPlace(portal, 'postgres');
      const restored = await restore(await by(place, 'after', { of }), path);
      expect(restored).toMatchObject(totals);
      expect(await contentIn(place)).toEqual(content);
      expect(await filesIn(place)).toEqual(
        expect.not.arrayContaining([expect.stringMatching('unfinished|restoring')]),
      );
      // Whoever tries it again is told so, and nothing is done twice.
      expect(await restore(place, path)).toMatchObject({ ...totals, putBack: 0 });
      expect(await contentIn(place)).toEqual(content);
    });

    test('leaves nothing when the commit was not done, and can be tried again', async ({
      portal,
    }) => {
      const { path, totals, content } = await anArchive(portal);
      const place = await anEmptyPlace(portal, 'postgres');
      await expect(restore(await by(place, 'before', { of }), path)).rejects.toThrow(/connection/i);
      expect(await filesIn(place)).toEqual([]);
      const db = openPostgres(place.databaseUrl ?? '');
      expect(await tablesIn(db)).toEqual([]);
      await db.destroy();
      expect(await restore(place, path)).toMatchObject(totals);
      expect(await contentIn(place)).toEqual(content);
    });

    test.for(['before', 'after'] as const)(
      '%s it was done removes nothing while nobody says whether it was, and is finished by the next',
      async (when, { portal }) => {
        const { path, totals, content } = await anArchive(portal);
        const place = await anEmptyPlace(portal, 'postgres');
        const lost = await by(place, when, { of, forGood: true });
        await expect(restore(lost, path, { timeoutMs: 1500 })).rejects.toThrow(
          /Nothing was removed/,
        );
        expect(await readdir(join(filesFolderOf(place), 'kept'))).toHaveLength(totals.files);
        expect(await restore(place, path)).toMatchObject(totals);
        expect(await contentIn(place)).toEqual(content);
      },
    );
  });
}

describe('a restore that ended half-way', () => {
  /** A step's name is what is done and to what. */
  const moments = {
    'before its files take their place': 'rename \\S+\\.restoring\\n$',
    'between that and the commit': 'rename \\S+\\.restoring\\n[^]*(query|run) commit\\n$',
    'right after the commit':
      'rename \\S+\\.restoring\\n[^]*(query|run) commit\\n[^]*rm \\S+unfinished-restore\\n$',
  };

  test.for(Object.entries(moments))(
    'by a kill %s is finished by the same command',
    async ([, moment], { portal }) => {
      const { path, totals, content } = await anArchive(portal);
      for (const database of databases(portal)) {
        const place = await anEmptyPlace(portal, database);
        const child = spawn(
          process.execPath,
          ['--import', './trust/steps/count-steps.ts', 'tools/restore.ts', path],
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
        expect(await restore(place, path)).toMatchObject(totals);
        expect(await contentIn(place)).toEqual(content);
        expect(await filesIn(place)).toEqual(
          expect.not.arrayContaining([expect.stringMatching('unfinished|restoring')]),
        );
      }
    },
  );

  test('gets back the files that its committed rows name', async ({ portal }) => {
    const { path, totals, content } = await anArchive(portal);
    for (const database of databases(portal)) {
      const place = await anEmptyPlace(portal, database);
      await restore(place, path);
      await rm(filesFolderOf(place), { recursive: true });
      expect(await restore(place, path)).toMatchObject({ ...totals, putBack: totals.files });
      expect(await contentIn(place)).toEqual(content);
    }
  });

  test('is not finished by the archive of another moment', async ({ portal }) => {
    const { path } = await anArchive(portal);
    portal.wait(1000);
    const place = await anEmptyPlace(portal, 'sqlite');
    await restore(place, path);
    const { path: later } = await archiveOf(portal);
    const before = await filesIn(place);
    await expect(restore(place, later)).rejects.toThrow('There is a portal in this database');
    expect(await filesIn(place)).toEqual(before);
  });
});
