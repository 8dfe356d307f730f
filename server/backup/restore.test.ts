import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { openPostgres } from '#server/db/connect.ts';
import { unfinishedRestoreFile } from '#server/storage/disk.ts';
import { createTestUser } from '#server/test/people.ts';
import {
  createBackupArchive,
  createEmptyDataLocation,
  fillPortalWithGroups,
  getPortalDataLocation,
  listDatabaseKinds,
  readDataLocation,
} from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';
import { BackupError } from './archive-format.ts';
import { type DataLocation, listTables } from './places.ts';
import { restoreBackup } from './restore.ts';

async function snapshotOf(place: DataLocation) {
  const names = (await readdir(place.dataDir, { recursive: true })).toSorted();
  if (!place.databaseUrl) return { names };
  const db = openPostgres(place.databaseUrl);
  const tables = await listTables(db);
  await db.destroy();
  return { names, tables };
}

describe('a restore', () => {
  const changed = async (path: string, change: (text: string) => string) => {
    const text = gunzipSync(await readFile(path)).toString('latin1');
    await writeFile(path, gzipSync(Buffer.from(change(text), 'latin1')));
  };
  const lineWith = (word: string) => new RegExp(`^.*${word}.*\n`, 'm');
  const replacements: [string, RegExp, string | RegExp, string][] = [
    ['another version of the format', /format version/, '"version":1', '"version":2'],
    ['the archive of a newer portal', /newer portal/, '"migration":"', '"migration":"9999-'],
    ['an archive without its end', /damaged/, lineWith('"end":'), ''],
    ['an archive with more after its end', /damaged/, /$/, '{}\n'],
    ['an altered mark', /damaged/, '"marks":1', '"marks":9'],
    ['an altered file', /altered/, '%PDF-1.4', '%PDF-1.5'],
    ['an archive that lacks a row', /damaged/, lineWith('"table":"marks"'), ''],
    ['an archive that lacks a member', /damaged/, lineWith('"table":"members"'), ''],
    ['rows of an unknown table', /no table/, '"table":"users"', '"table":"secrets"'],
  ];
  type Damage = [string, RegExp, (path: string) => Promise<void>];
  const damages: Damage[] = [
    ['anything else', /damaged|cannot|not an archive/, (path) => writeFile(path, 'hello')],
    ['another program’s file', /not an archive/, (path) => writeFile(path, gzipSync('{"a":1}\n'))],
    [
      'an archive that was cut off',
      /damaged/,
      async (path) => writeFile(path, (await readFile(path)).subarray(0, -200)),
    ],
    [
      'an archive with one bit turned',
      /damaged|altered/,
      async (path) => {
        const bytes = await readFile(path);
        const middle = Math.floor(bytes.length / 2);
        bytes[middle] = (bytes[middle] ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
    ],
    ...replacements.map(
      ([what, words, from, to]): Damage => [
        what,
        words,
        (path) => changed(path, (text) => text.replace(from, to)),
      ],
    ),
    ['an archive that is not there', /cannot be read/, (path) => rm(path)],
  ];

  test('rejects damaged archives and files that are not archives, and changes nothing', async ({
    portal,
  }) => {
    await fillPortalWithGroups(portal);
    const { path } = await createBackupArchive(portal);
    const whole = await readFile(path);
    const [database] = listDatabaseKinds(portal);
    const place = await createEmptyDataLocation(portal, database);
    const before = await snapshotOf(place);
    for (const [what, words, damage] of damages) {
      await writeFile(path, whole);
      await damage(path);
      const refused = await restoreBackup(place, path).catch((error) => error);
      expect(refused, what).toBeInstanceOf(BackupError);
      expect(refused.message, what).toMatch(words);
      expect(await snapshotOf(place), what).toEqual(before);
    }
    await writeFile(path, whole);
    await restoreBackup(place, path);
  });

  test('ignores the sessions, links and calendar URLs that an archive of an earlier version contains', async ({
    portal,
  }) => {
    const { userId: user_id } = await createTestUser(portal);
    const { path } = await createBackupArchive(portal);
    const row = { user_id, token_hash: 'a hash', made_at: portal.clock().toISOString() };
    await changed(path, (text) => {
      const parts = text.trimEnd().split('\n');
      parts.splice(1, 0, JSON.stringify({ table: 'calendars', row }));
      const { end } = JSON.parse(parts.pop() ?? '');
      const rest = `${parts.join('\n')}\n`;
      const sha256 = createHash('sha256').update(rest, 'latin1').digest('hex');
      return `${rest}${JSON.stringify({ end: { ...end, rows: end.rows + 1 }, sha256 })}\n`;
    });
    const place = await createEmptyDataLocation(portal, listDatabaseKinds(portal)[0]);
    await restoreBackup(place, path);
    const { rows } = await readDataLocation(place);
    expect(rows).toMatchObject({ calendars: [], sessions: [], one_use_links: [] });
    expect(rows.users).toHaveLength(2);
  });

  test('leaves no data if the database rejects a row', async ({ portal }) => {
    await fillPortalWithGroups(portal);
    const { path } = await createBackupArchive(portal);
    await changed(path, (text) => {
      const content = text
        .replace(lineWith('"end":'), '')
        .replace('"role":"student"', '"role":"emperor"');
      const sha256 = createHash('sha256').update(content, 'latin1').digest('hex');
      const end = lineWith('"end":').exec(text)?.[0] ?? '';
      return `${content}${end.replace(/"sha256":"[0-9a-f]+"/, `"sha256":"${sha256}"`)}`;
    });
    const place = await createEmptyDataLocation(portal, 'sqlite');
    await expect(restoreBackup(place, path)).rejects.toThrow(/constraint/i);
    expect(await readdir(place.dataDir)).toEqual([]);
  });

  test('rejects a database or folder that already contains data, and does not change it', async ({
    portal,
  }) => {
    await fillPortalWithGroups(portal);
    const { path } = await createBackupArchive(portal);
    const ownPlace = await getPortalDataLocation(portal);
    const before = await portal.snapshot();
    await expect(restoreBackup(ownPlace, path)).rejects.toThrow('empty place');
    const elsewhere = { ...ownPlace, dataDir: join(portal.folder, 'elsewhere') };
    if (ownPlace.databaseUrl) {
      await expect(restoreBackup(elsewhere, path)).rejects.toThrow(
        'There is a portal in this database',
      );
    }
    expect(await portal.snapshot()).toEqual(before);
    const place = await createEmptyDataLocation(portal, 'sqlite');
    await mkdir(join(place.dataDir, 'files/kept'), { recursive: true });
    await writeFile(join(place.dataDir, 'files/kept/one'), 'a file');
    await expect(restoreBackup(place, path)).rejects.toThrow('There are files in');
  });

  test('succeeds after an earlier restore was killed before its commit', async ({ portal }) => {
    await fillPortalWithGroups(portal);
    const { path } = await createBackupArchive(portal);
    const place = await createEmptyDataLocation(portal, 'sqlite');
    await mkdir(join(place.dataDir, 'files/kept'), { recursive: true });
    await writeFile(join(place.dataDir, 'files/kept/one'), 'a file');
    await writeFile(join(place.dataDir, 'files', unfinishedRestoreFile), '');
    await restoreBackup(place, path);
    const storedIds = await readdir(join(place.dataDir, 'files/kept'));
    expect(storedIds.toSorted()).toEqual(
      (await readdir(join(portal.folder, 'files/kept'))).toSorted(),
    );
    expect(await readdir(join(place.dataDir, 'files'))).not.toContain(unfinishedRestoreFile);
  });
});
