import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, onTestFinished } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { openPostgres } from '#server/db/connect.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { openDiskStore } from '#server/files/disk.ts';
import { aTeam } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { fileOf } from '#tools/test/people.ts';
import { pdf } from '#tools/test/sample-files.ts';
import { Refused } from './archive-format.ts';
import { backUp } from './back-up.ts';
import { keptTableNames, leftOut } from './kept-tables.ts';
import { filesFolderOf, openDatabase, tablesIn } from './places.ts';
import { restore } from './restore.ts';

type Place = { dataDir: string; databaseUrl: string | undefined };

/** An empty folder, with an empty PostgreSQL database when asked for; gone after the test. */
async function anEmptyPlace(portal: Portal, database: 'sqlite' | 'postgres'): Promise<Place> {
  const dataDir = await mkdtemp(join(portal.folder, 'place-'));
  if (database === 'sqlite') return { dataDir, databaseUrl: undefined };
  const url = new URL(inject('postgresUrl') ?? '');
  const name = `r_${randomUUID().replaceAll('-', '')}`;
  await onServer(url.href, `create database ${name}`);
  onTestFinished(() => onServer(url.href, `drop database ${name} with (force)`));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { dataDir, databaseUrl: own.href };
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The databases that this run has. */
const databases = (portal: Portal) =>
  isPostgres(portal.db) ? (['postgres', 'sqlite'] as const) : (['sqlite'] as const);

/** The portal's own place, as the command opens it beside the portal. */
async function ownPlace({ db, folder }: Portal): Promise<Place> {
  if (!isPostgres(db)) return { dataDir: folder, databaseUrl: undefined };
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = new URL(inject('postgresUrl') ?? '');
  url.pathname = `/${rows[0]?.name}`;
  return { dataDir: folder, databaseUrl: url.href };
}

async function archiveOf(portal: Portal) {
  const path = join(portal.folder, 'portal.backup');
  return { path, ...(await backUpPlace(portal, await ownPlace(portal), path)) };
}

async function backUpPlace({ clock }: Pick<Portal, 'clock'>, place: Place, path: string) {
  const db = openDatabase(place);
  const files = await openDiskStore(filesFolderOf(place));
  return backUp({ db, files, clock }, path).finally(() => db.destroy());
}

/** Every kept row of a place, in an order of the test's own, and the hash of every kept file by name. */
async function contentOf(place: Place) {
  const db = openDatabase(place);
  const rows: Record<string, string[]> = {};
  for (const table of keptTableNames) {
    const found = await db.selectFrom(table).selectAll().execute();
    rows[table] = found.map((row) => JSON.stringify(row)).toSorted();
  }
  for (const table of leftOut) {
    const found = await db.selectFrom(table).selectAll().execute();
    rows[table] = found.map((row) => JSON.stringify(row));
  }
  await db.destroy();
  const kept = join(filesFolderOf(place), 'kept');
  const files: Record<string, string> = {};
  for (const name of (await readdir(kept)).toSorted()) {
    files[name] = createHash('sha256')
      .update(await readFile(join(kept, name)))
      .digest('hex');
  }
  return { rows, files };
}

/** A portal with two marked groups, uploads and letters. */
async function aFilledPortal(portal: Portal) {
  const teams = [await aTeam(portal), await aTeam(portal, { size: 3 })];
  for (const team of teams) {
    await mark(team, 1);
    await upload(team, 1);
    await team.supervisor.caller.call(mailGroup, { params: { groupId: team.groupId } });
  }
  await portal.deliver();
  return teams;
}

type Team = Awaited<ReturnType<typeof aTeam>>;

async function mark({ supervisor, groupId, ids }: Team, round: number) {
  const cell = { marks: round % 10, feedback: `Round ${round} — ”٣“ 'quoted'\nsecond line` };
  const marks = Object.fromEntries(ids.map((id) => [id, { proposal: cell, month1: cell }]));
  const body = { semester: 'Semester 7' as const, groupId, marks };
  await supervisor.caller.call(saveMarks, { body });
}

async function upload({ student }: Team, round: number) {
  const content = pdf({ title: `Round ${round}`, bytes: round * 2000 });
  await student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: fileOf(content, `thesis-${round}.pdf`) },
  });
}

describe('a backup', () => {
  test('holds every table of the database but those that are left out by name', async ({
    portal,
  }) => {
    const known = [...keptTableNames, ...leftOut].toSorted();
    expect((await tablesIn(portal.db)).toSorted()).toEqual(known);
  });

  test('comes back with equal rows and files, on each database', async ({ portal }) => {
    await aFilledPortal(portal);
    const before = await contentOf(await ownPlace(portal));
    const archive = await archiveOf(portal);
    expect(archive).toMatchObject({
      files: Object.keys(before.files).length,
      sha256: createHash('sha256')
        .update(await readFile(archive.path))
        .digest('hex'),
    });
    for (const database of databases(portal)) {
      const place = await anEmptyPlace(portal, database);
      const { files, rows } = await restore(place, archive.path);
      expect({ files, rows }).toEqual({ files: archive.files, rows: archive.rows });
      expect(await contentOf(place)).toEqual({
        files: before.files,
        rows: { ...before.rows, sessions: [], one_use_links: [] },
      });
      // And back again from there: from one database to the other, and home.
      const again = join(portal.folder, 'again.backup');
      await backUpPlace(portal, place, again);
      const home = await anEmptyPlace(portal, databases(portal)[0]);
      await restore(home, again);
      expect((await contentOf(home)).rows.marks).toEqual(before.rows.marks);
    }
  });

  test('is of one moment while people go on working', async ({ portal }) => {
    const teams = await aFilledPortal(portal);
    // Enough rows for several batches, so that writes fall between them.
    await manyGroups(portal.db, 1100);
    let isOver = false;
    const until = async (work: (round: number) => Promise<unknown>) => {
      let round = 2;
      for (; !isOver; round += 1) await work(round);
      return round - 2;
    };
    const working = Promise.all([
      ...teams.map((team) =>
        until(async (round) => {
          await mark(team, round);
          await upload(team, 1);
        }),
      ),
      until(() => aTeam(portal, { size: 1 })),
      until(() => aTeam(portal, { size: 1 })),
    ]);
    try {
      for (let take = 0; take < 2; take += 1) {
        const { path } = await archiveOf(portal);
        const place = await anEmptyPlace(portal, databases(portal)[0]);
        // The database's own constraints refuse a mark without its member, the archive's a row without its file.
        await restore(place, path);
        expect(await tornIn(place)).toEqual([]);
      }
    } finally {
      isOver = true;
      await Promise.allSettled([working]);
    }
    for (const rounds of await working) expect(rounds).toBeGreaterThan(0);
  });

  test('is not written when a file is missing or altered, and names it', async ({ portal }) => {
    await aFilledPortal(portal);
    const [name = ''] = await readdir(join(portal.folder, 'files/kept'));
    await writeFile(join(portal.folder, 'files/kept', name), 'something else');
    await expect(archiveOf(portal)).rejects.toThrow(name);
    expect(existsSync(join(portal.folder, 'portal.backup'))).toBe(false);
    await rm(join(portal.folder, 'files/kept', name));
    await expect(archiveOf(portal)).rejects.toThrow(name);
    expect(existsSync(join(portal.folder, 'portal.backup.partial'))).toBe(false);
  });
});

/** Groups of nobody. */
async function manyGroups(db: Db, count: number) {
  const at = '2027-01-15T10:00:00.000Z';
  const groups = Array.from({ length: count }, (_, number) => ({
    id: randomUUID(),
    name: `Old ${number}`,
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

/** Marks whose newest change is missing, and histories with a hole. */
async function tornIn(place: Place): Promise<unknown[]> {
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

/** What a place holds, so that a refusal can be held against it. */
async function tracesOf(place: Place) {
  const names = (await readdir(place.dataDir, { recursive: true })).toSorted();
  if (!place.databaseUrl) return { names };
  const db = openPostgres(place.databaseUrl);
  const tables = await tablesIn(db);
  await db.destroy();
  return { names, tables };
}

describe('a restore', () => {
  /** The archive with something changed inside. */
  const changed = async (path: string, change: (text: string) => string) => {
    const text = gunzipSync(await readFile(path)).toString('latin1');
    await writeFile(path, gzipSync(Buffer.from(change(text), 'latin1')));
  };
  const lineWith = (word: string) => new RegExp(`^.*${word}.*\n`, 'm');
  const damages: [string, RegExp, (path: string) => Promise<void>][] = [
    ['anything else', /damaged|cannot|no archive/, (path) => writeFile(path, 'hello')],
    ['a file of another program', /no archive/, (path) => writeFile(path, gzipSync('{"a":1}\n'))],
    [
      'another version of the format',
      /another version/,
      (path) => changed(path, (text) => text.replace('"version":1', '"version":2')),
    ],
    [
      'the archive of a newer portal',
      /newer portal/,
      (path) => changed(path, (text) => text.replace('"migration":"', '"migration":"9999-')),
    ],
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
    [
      'an archive without its end',
      /damaged/,
      (path) => changed(path, (text) => text.replace(lineWith('"end":'), '')),
    ],
    [
      'an archive with more after its end',
      /damaged/,
      (path) => changed(path, (text) => `${text}{}\n`),
    ],
    [
      'an altered mark',
      /damaged/,
      (path) => changed(path, (text) => text.replace('"marks":1', '"marks":9')),
    ],
    [
      'an altered file',
      /altered/,
      (path) => changed(path, (text) => text.replace('%PDF-1.4', '%PDF-1.5')),
    ],
    [
      'an archive that lacks a row',
      /damaged/,
      (path) => changed(path, (text) => text.replace(lineWith('"table":"marks"'), '')),
    ],
    [
      'an archive that lacks a member',
      /damaged/,
      (path) => changed(path, (text) => text.replace(lineWith('"table":"members"'), '')),
    ],
    [
      'rows of a table that is not there',
      /no table/,
      (path) => changed(path, (text) => text.replace('"table":"users"', '"table":"secrets"')),
    ],
    ['an archive that is not there', /cannot be read/, (path) => rm(path)],
  ];

  test('refuses what is damaged or not its own, and leaves nothing', async ({ portal }) => {
    await aFilledPortal(portal);
    const { path } = await archiveOf(portal);
    const whole = await readFile(path);
    const [database] = databases(portal);
    const place = await anEmptyPlace(portal, database);
    const before = await tracesOf(place);
    for (const [what, words, damage] of damages) {
      await writeFile(path, whole);
      await damage(path);
      const refused = await restore(place, path).catch((error) => error);
      expect(refused, what).toBeInstanceOf(Refused);
      expect(refused.message, what).toMatch(words);
      expect(await tracesOf(place), what).toEqual(before);
    }
    await writeFile(path, whole);
    await restore(place, path);
  });

  test('leaves nothing of an archive whose rows the database refuses', async ({ portal }) => {
    await aFilledPortal(portal);
    const { path } = await archiveOf(portal);
    await changed(path, (text) => {
      const content = text
        .replace(lineWith('"end":'), '')
        .replace('"role":"student"', '"role":"emperor"');
      const sha256 = createHash('sha256').update(content, 'latin1').digest('hex');
      const end = lineWith('"end":').exec(text)?.[0] ?? '';
      return `${content}${end.replace(/"sha256":"[0-9a-f]+"/, `"sha256":"${sha256}"`)}`;
    });
    const place = await anEmptyPlace(portal, 'sqlite');
    await expect(restore(place, path)).rejects.toThrow(/constraint/i);
    expect(await readdir(place.dataDir)).toEqual([]);
  });

  test('refuses a place where a portal is, and leaves it as it was', async ({ portal }) => {
    await aFilledPortal(portal);
    const { path } = await archiveOf(portal);
    const own = await ownPlace(portal);
    const before = await portal.traces();
    await expect(restore(own, path)).rejects.toThrow('empty place');
    const elsewhere = { ...own, dataDir: join(portal.folder, 'elsewhere') };
    if (own.databaseUrl) {
      await expect(restore(elsewhere, path)).rejects.toThrow('There is a portal in this database');
    }
    expect(await portal.traces()).toEqual(before);
    const place = await anEmptyPlace(portal, 'sqlite');
    await mkdir(join(place.dataDir, 'files/kept'), { recursive: true });
    await writeFile(join(place.dataDir, 'files/kept/one'), 'a file');
    await expect(restore(place, path)).rejects.toThrow('There are files in');
  });
});
