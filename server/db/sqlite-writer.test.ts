import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { login } from '#contract/session.ts';
import { somebody } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { password } from '#tools/test/people.ts';
import { isDatabaseFull } from './connect.ts';
import { databaseUse } from './database-use.ts';
import type { Db } from './tables.ts';

const add = (db: Db, name: string) =>
  db
    .insertInto('jobs')
    .values({ name })
    .execute()
    .then(() => name);

const namesIn = async (db: Db) =>
  (
    await db
      .selectFrom('jobs')
      .select('name')
      .where('name', 'like', 'test %')
      .orderBy('name')
      .execute()
  ).map(({ name }) => name);

/** Finds no space, and ends with it all that is committed together. */
async function fillUp(trx: Db) {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(trx);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(trx);
  await add(trx, `test ${'x'.repeat(100_000)}`);
}

/** As another process sees it. */
function namesFromOutside({ folder }: Portal): string[] {
  const other = new DatabaseSync(join(folder, 'portal.sqlite'), { readOnly: true });
  const rows = other.prepare("select name from jobs where name like 'test %' order by name").all();
  other.close();
  return rows.map(({ name }) => String(name));
}

/** A transaction that has written `name` and goes on when it is told. */
async function openTransaction(db: Db, name: string) {
  const [hasWritten, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = db.transaction().execute(async (trx) => {
    await add(trx, name);
    hasWritten.resolve();
    await mayEnd.promise;
  });
  ended.catch(() => {});
  await hasWritten.promise;
  return { ended, end: mayEnd.resolve, fail: mayEnd.reject };
}

/** The first has ended and waits for its commit, while the second, which had waited for it, is under way. */
async function twoOfABatch(db: Db) {
  const first = await openTransaction(db, 'test first');
  const opening = openTransaction(db, 'test second');
  first.end();
  return { first, second: await opening };
}

const stateOf = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'committed',
      () => 'refused',
    ),
    sleep(30, 'waiting'),
  ]);

describe('transactions of SQLite that are there at once', () => {
  test('are acknowledged together, and nobody sees one before that', async ({ portal }) => {
    const { first, second } = await twoOfABatch(portal.db);
    expect(await stateOf(first.ended)).toBe('waiting');
    expect(await namesIn(portal.db)).toEqual([]);
    expect(namesFromOutside(portal)).toEqual([]);

    second.end();
    await Promise.all([first.ended, second.ended]);
    expect(await namesIn(portal.db)).toEqual(['test first', 'test second']);
    expect(namesFromOutside(portal)).toEqual(['test first', 'test second']);
  });

  test('stay when one of them is taken back', async ({ portal }) => {
    const { first, second } = await twoOfABatch(portal.db);
    second.fail(new Error('taken back'));
    await expect(second.ended).rejects.toThrow('taken back');
    await first.ended;
    expect(namesFromOutside(portal)).toEqual(['test first']);
  });

  test('are all refused when there is no space for one of them, and nothing of them stays', async ({
    portal,
  }) => {
    const { db } = portal;
    const first = await openTransaction(db, 'test first');
    const second = db.transaction().execute(fillUp);
    second.catch(() => {});
    first.end();
    const refusals = await Promise.allSettled([first.ended, second]);
    const reasons = refusals.map((refusal) => refusal.status === 'rejected' && refusal.reason);
    expect(reasons.map(isDatabaseFull)).toEqual([true, true]);
    expect(namesFromOutside(portal)).toEqual([]);

    await sql`pragma max_page_count = 4294967294`.execute(db);
    await add(db, 'test later');
    expect(namesFromOutside(portal)).toEqual(['test later']);
  });

  test('take a login with them when they are lost: a password whose try is not saved opens nothing', async ({
    portal,
  }) => {
    const { db } = portal;
    const { email, userId } = await somebody(portal);
    const written = async () => ({
      sessions: await db.selectFrom('sessions').where('user_id', '=', userId).selectAll().execute(),
      tries: await db
        .selectFrom('login_throttles')
        .where('email', '=', email)
        .selectAll()
        .execute(),
    });
    const before = await written();
    const first = await openTransaction(db, 'test first');
    const response = portal.visitor.request(login, { body: { email, password } });
    // Its try waits for the first one.
    await expect.poll(() => databaseUse(db)?.waiting).toBe(1);
    const last = db.transaction().execute(fillUp);
    last.catch(() => {});
    first.end();
    await Promise.allSettled([first.ended, last]);
    await sql`pragma max_page_count = 4294967294`.execute(db);

    expect((await response).status).toBe(503);
    expect(await written()).toEqual(before);
    await portal.visitor.logIn(email, password);
  });

  test('are each whole, however many there are', async ({ portal }) => {
    const { db } = portal;
    const name = (number: number) => `test ${String(number).padStart(3, '0')}`;
    const all = Array.from({ length: 100 }, (_, number) =>
      db.transaction().execute(async (trx) => {
        await add(trx, name(number));
        if (number % 3 === 0) throw new Error('taken back');
      }),
    );
    const results = await Promise.allSettled(all);
    const kept = results.flatMap(({ status }, number) =>
      status === 'fulfilled' ? [name(number)] : [],
    );
    expect(kept).toHaveLength(66);
    expect(namesFromOutside(portal)).toEqual(kept);
  });
});

describe('what is read from SQLite', () => {
  test('outside of a transaction is what is committed, without waiting for who writes', async ({
    portal,
  }) => {
    const writing = await openTransaction(portal.db, 'test new');
    expect(await namesIn(portal.db)).toEqual([]);
    writing.end();
    await writing.ended;
    expect(await namesIn(portal.db)).toEqual(['test new']);
  });

  test('in a read-only transaction is of one moment, whatever is written meanwhile', async ({
    portal,
  }) => {
    const { db } = portal;
    await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        expect(await namesIn(trx)).toEqual([]);
        await add(db, 'test new');
        expect(await namesIn(trx)).toEqual([]);
        await expect(add(trx, 'test more')).rejects.toThrow('readonly');
      });
    expect(await namesIn(db)).toEqual(['test new']);
  });

  test('as a stream is of one moment too, and others read on', async ({ portal }) => {
    const { db } = portal;
    for (const letter of ['a', 'b', 'c']) await add(db, `test ${letter}`);
    const rows = db.selectFrom('jobs').select('name').where('name', 'like', 'test %').stream();
    const seen: string[] = [];
    for await (const { name } of rows) {
      if (seen.length === 0) await add(db, 'test d');
      seen.push(name);
    }
    expect(seen).toHaveLength(3);
    expect(await namesIn(db)).toHaveLength(4);
  });
});
