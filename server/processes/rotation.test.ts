import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished } from 'vitest';
import { openDatabase } from '#server/backup/places.ts';
import { runSqlOnServer } from '#server/test/database.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addGroup, type Group } from '#trust/lib/fixtures.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { runWorkload, WorkloadJournal } from '#trust/lib/workload.ts';

/** Returns the SQL blocks of the guide in their order, with roles that no other test uses. */
function readSqlBlocks(): string[] {
  const guide = readFileSync('docs/secrets.md', 'utf8');
  const suffix = randomUUID().slice(0, 8);
  const blocks = [...guide.matchAll(/^ *```sql\n([\s\S]*?)^ *```$/gm)];
  return blocks.map(([, block = '']) =>
    block.replaceAll(/\bfyp_(owner|a|b)\b/g, `fyp_$1_${suffix}`),
  );
}

async function createRotation(portal: Portal) {
  const serverUrl = inject('postgresUrl') ?? '';
  const [create = '', createOther = '', countSessions = '', drop = ''] = readSqlBlocks();
  const [owner = '', first = ''] = create.match(/\bfyp_\w+/g) ?? [];
  const [second = ''] = createOther.match(/\bfyp_\w+/g) ?? [];
  const run = async (block: string) => {
    for (const statement of block.split(';').filter((text) => text.trim()))
      await runSqlOnServer(serverUrl, statement);
  };
  // Vitest calls this after the functions that are registered later, which drop the roles' database.
  onTestFinished(async () => {
    for (const role of [first, second, owner]) await run(`drop role if exists ${role}`);
  });
  const place = await createEmptyDataLocation(portal, 'postgres');
  const database = new URL(place.databaseUrl ?? '').pathname.slice(1);
  // The database exists already, so only its owner is changed.
  const changeOwner = `alter database ${database} owner to $1`;
  await run(create.replace(/create database fyp owner (\w+)[^;]*/, changeOwner));
  const getUrl = (role: string, password: string) => {
    const url = new URL(place.databaseUrl ?? '');
    [url.username, url.password] = [role, password];
    return url.href;
  };
  const db = openDatabase(place);
  onTestFinished(() => db.destroy());
  return {
    place,
    db,
    firstUrl: getUrl(first, 'PASSWORD_A'),
    secondUrl: getUrl(second, 'PASSWORD_B'),
    createOther: () => run(createOther),
    drop: () => run(drop),
    async countSessions() {
      const { rows } = await sql.raw<{ count: number }>(countSessions).execute(db);
      return rows[0]?.count;
    },
  };
}

/** Saves marks and uploads files until the returned function is called, which returns the journal. */
function startSaving(url: string, groups: readonly Group[]) {
  let isOver = false;
  const journal = new WorkloadJournal();
  const workload = { url, journal, random: new SeededRandom(1), isOver: () => isOver };
  const done = runWorkload(workload, groups, []);
  const stop = async () => {
    isOver = true;
    await done;
  };
  return { journal, stop };
}

const tokens = ['the-first-token-of-16', 'another-token-of-16'] as const;

const sources = {
  ENV_FILE: (url: string, token: string) => ({
    ENV_FILE: `DATABASE_URL=${url}\nMETRICS_TOKEN=${token}\n`,
  }),
  'DATABASE_URL_FILE and METRICS_TOKEN_FILE': (url: string, token: string) => ({
    DATABASE_URL_FILE: url,
    METRICS_TOKEN_FILE: token,
  }),
};

describe('a reload after a change of the files that hold secrets', () => {
  test.for(Object.entries(sources))(
    'fails no request, and lets the former database role be dropped: %s',
    async ([, getFiles], { portal }) => {
      const rotation = await createRotation(portal);
      const { dataDir } = rotation.place;
      const getPath = (name: string) => join(dataDir, name);
      const write = (url: string, token: string) => {
        for (const [name, text] of Object.entries(getFiles(url, token))) {
          writeFileSync(getPath(`${name}.new`), text);
          renameSync(getPath(`${name}.new`), getPath(name));
        }
        return Object.keys(getFiles(url, token));
      };
      const names = write(rotation.firstUrl, tokens[0]);
      const env = Object.fromEntries(names.map((name) => [name, getPath(name)]));
      // Dispose of it before the fixture removes its folder.
      await using running = startPortal(
        { dataDir, databaseUrl: undefined },
        { env: { ...env, PROCESSES: '2' } },
      );
      const { url } = await running.ready;
      const readMetrics = async (token: string) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${url}/metrics`, { headers })).status;
      };
      const groups = [await addGroup(rotation.db, url), await addGroup(rotation.db, url)];
      const { journal, stop } = startSaving(url, groups);
      const waitForSaves = (count: number) =>
        expect.poll(() => journal.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(count);
      await waitForSaves(20);
      await rotation.createOther();
      expect(await rotation.countSessions()).toBeGreaterThan(0);
      write(rotation.secondUrl, tokens[1]);
      process.kill(running.pid, 'SIGUSR2');
      await expect.poll(() => rotation.countSessions(), { timeout: 60_000 }).toBe(0);
      await rotation.drop();
      await waitForSaves(journal.acknowledged.length + 20);
      await stop();
      expect(await Promise.all(tokens.map(readMetrics))).toEqual([401, 200]);
      expect(journal.effects.filter(({ isAcknowledged }) => !isAcknowledged)).toEqual([]);
      expect([...journal.refusals, ...running.errors]).toEqual([]);
      expect(journal.unavailable).toBe(0);
    },
  );
});
