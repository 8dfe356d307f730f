import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { login } from '#contract/session.ts';
import { isDatabaseFull } from '#server/db/connect.ts';
import { findConnectionStats } from '#server/db/database-use.ts';
import type { Db } from '#server/db/tables.ts';
import { createTestUser } from '#server/test/people.ts';
import { test as base, openPortal, type Portal } from '#server/test/portal.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { type BatchLimits, defaultBatchLimits } from './sqlite-writer.ts';

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

/** Exceeds the maximum size of the database, so that SQLite rolls back the whole batch. */
async function fillUp(trx: Db) {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(trx);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(trx);
  await add(trx, `test ${'x'.repeat(100_000)}`);
}

function readCommittedNames({ folder }: Portal): string[] {
  const other = new DatabaseSync(join(folder, 'portal.sqlite'), { readOnly: true });
  const rows = other.prepare("select name from jobs where name like 'test %' order by name").all();
  other.close();
  return rows.map(({ name }) => String(name));
}

type OpenTransaction = {
  ended: Promise<void>;
  end: () => void;
  fail: (error: Error) => void;
  isCommitted: () => boolean;
};

/** Resolves once the transaction has written `name`. The transaction stays open until `end` or `fail` is called. */
async function openTransaction(
  db: Db,
  name: string,
  opened: OpenTransaction[],
): Promise<OpenTransaction> {
  const [hasWritten, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isCommitted = false;
  const ended = db.transaction().execute(async (trx) => {
    await add(trx, name);
    hasWritten.resolve();
    await mayEnd.promise;
  });
  ended.then(
    () => {
      isCommitted = true;
    },
    () => {},
  );
  const transaction = {
    ended,
    end: mayEnd.resolve,
    fail: mayEnd.reject,
    isCommitted: () => isCommitted,
  };
  opened.push(transaction);
  await Promise.race([hasWritten.promise, ended]);
  return transaction;
}

/** Disables the maximum age of batches, because a slow machine would commit a batch early. */
const test = base.extend<{
  batchLimits: BatchLimits;
  portal: Portal;
  open: (name: string) => Promise<OpenTransaction>;
}>({
  batchLimits: { ...defaultBatchLimits, maxAgeMs: Number.POSITIVE_INFINITY },
  portal: async ({ batchLimits }, use) => {
    const { portal, close } = await openPortal({}, batchLimits);
    await use(portal);
    await close();
  },
  open: async ({ portal }, use) => {
    const opened: OpenTransaction[] = [];
    await use((name) => openTransaction(portal.db, name, opened));
    for (const { end } of opened) end();
    await Promise.allSettled(opened.map(({ ended }) => ended));
  },
});

/** Opens two transactions in one batch and ends the first, which then waits for the batch's commit. */
async function openTwoOfABatch(open: (name: string) => Promise<OpenTransaction>) {
  const first = await open('test first');
  const opening = open('test second');
  first.end();
  return { first, second: await opening };
}

describe('concurrent SQLite transactions', () => {
  test('are committed together, and their writes are invisible until the commit', async ({
    portal,
    open,
  }) => {
    const { first, second } = await openTwoOfABatch(open);
    await nextTurn();
    expect(first.isCommitted()).toBe(false);
    expect(await namesIn(portal.db)).toEqual([]);
    expect(readCommittedNames(portal)).toEqual([]);

    second.end();
    await Promise.all([first.ended, second.ended]);
    expect(await namesIn(portal.db)).toEqual(['test first', 'test second']);
    expect(readCommittedNames(portal)).toEqual(['test first', 'test second']);
  });

  test('are committed even if another transaction in the batch is rolled back', async ({
    portal,
    open,
  }) => {
    const { first, second } = await openTwoOfABatch(open);
    second.fail(new Error('rolled back'));
    await expect(second.ended).rejects.toThrow('rolled back');
    await first.ended;
    expect(readCommittedNames(portal)).toEqual(['test first']);
  });

  test('all fail and store nothing if the disk becomes full during one of them', async ({
    portal,
    open,
  }) => {
    const { db } = portal;
    const first = await open('test first');
    const second = db.transaction().execute(fillUp);
    second.catch(() => {});
    first.end();
    const refusals = await Promise.allSettled([first.ended, second]);
    const reasons = refusals.map((refusal) => refusal.status === 'rejected' && refusal.reason);
    expect(reasons.map(isDatabaseFull)).toEqual([true, true]);
    expect(readCommittedNames(portal)).toEqual([]);

    await sql`pragma max_page_count = 4294967294`.execute(db);
    await add(db, 'test later');
    expect(readCommittedNames(portal)).toEqual(['test later']);
  });

  test('cause a login in the same batch to fail if the batch fails, because the login attempt was not recorded', async ({
    portal,
    open,
  }) => {
    const { db } = portal;
    const { email, userId } = await createTestUser(portal);
    const written = async () => ({
      sessions: await db.selectFrom('sessions').where('user_id', '=', userId).selectAll().execute(),
      tries: await db.selectFrom('rate_limits').where('email', '=', email).selectAll().execute(),
    });
    const before = await written();
    const first = await open('test first');
    const response = portal.visitor.request(login, { body: { email, password: testUserPassword } });
    await expect.poll(() => findConnectionStats(db)?.waiting, { timeout: 30_000 }).toBe(1);
    const last = db.transaction().execute(fillUp);
    last.catch(() => {});
    first.end();
    await Promise.allSettled([first.ended, last]);
    await sql`pragma max_page_count = 4294967294`.execute(db);

    expect((await response).status).toBe(503);
    expect(await written()).toEqual(before);
    await portal.visitor.logIn(email, testUserPassword);
  });

  test('remain atomic under high concurrency', async ({ portal }) => {
    const { db } = portal;
    const name = (number: number) => `test ${String(number).padStart(3, '0')}`;
    const all = Array.from({ length: 100 }, (_, number) =>
      db.transaction().execute(async (trx) => {
        await add(trx, name(number));
        if (number % 3 === 0) throw new Error('taken back');
      }),
    );
    const results = await Promise.allSettled(all);
    const committed = results.flatMap(({ status }, number) =>
      status === 'fulfilled' ? [name(number)] : [],
    );
    expect(committed).toHaveLength(66);
    expect(readCommittedNames(portal)).toEqual(committed);
  });
});

describe('a batch of SQLite transactions', () => {
  describe.for<[string, Partial<BatchLimits>]>([
    ['maximum number of members', { maxMembers: 1 }],
    ['maximum age', { maxAgeMs: 0 }],
  ])('that has reached its %s', ([, reached]) => {
    test.override({
      batchLimits: { ...defaultBatchLimits, maxAgeMs: Number.POSITIVE_INFINITY, ...reached },
    });

    test('is committed before the next transaction writes', async ({ portal, open }) => {
      const { first, second } = await openTwoOfABatch(open);
      await first.ended;
      expect(readCommittedNames(portal)).toEqual(['test first']);
      second.end();
      await second.ended;
      expect(readCommittedNames(portal)).toEqual(['test first', 'test second']);
    });
  });
});

describe('a SQLite read', () => {
  test('sees one snapshot throughout a read-only transaction', async ({ portal }) => {
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

  test('sees one snapshot while it streams rows, and does not block a concurrent write', async ({
    portal,
  }) => {
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
