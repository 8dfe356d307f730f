import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { isPostgres } from '#server/db/migrate.ts';
import { failStatement, statementFaults } from '#server/test/faults/fail-statement.ts';
import { type Portal, test } from '#server/test/portal.ts';
import type { Db } from './tables.ts';
import { deferStatement, deferWrite, runTransaction } from './transaction.ts';

const add = (db: Db, name: string) => db.insertInto('jobs').values({ name }).execute();
const addTwice = async (db: Db, name: string) => {
  await add(db, name);
  await add(db, name);
};

const saveTwo = (db: Db) =>
  runTransaction(db, async (trx) => {
    await add(trx, 'test a');
    await deferStatement(trx, add(trx, 'test b'));
  });

async function expectNothingStored({ db }: Portal) {
  const rows = await db.selectFrom('jobs').select('name').where('name', 'like', 'test %').execute();
  expect(rows).toEqual([]);
}

describe('a transaction', () => {
  test('commits its deferred writes, in the order in which they were started', async ({
    portal,
  }) => {
    const { db } = portal;
    const names = await runTransaction(db, async (trx) => {
      await deferWrite(trx, add(trx, 'test a'));
      await deferStatement(trx, add(trx, 'test b'));
      return trx.selectFrom('jobs').select('name').where('name', 'like', 'test %').execute();
    });
    expect(names.map(({ name }) => name).toSorted()).toEqual(['test a', 'test b']);
    await db.deleteFrom('jobs').where('name', 'like', 'test %').execute();
  });

  test('is rolled back with the error of the database if a deferred write fails', async ({
    portal,
  }) => {
    const work = runTransaction(portal.db, async (trx) => {
      await add(trx, 'test a');
      await deferWrite(trx, add(trx, 'test a'));
      await add(trx, 'test b');
    });
    await expect(work).rejects.toThrow(/unique/i);
    await expectNothingStored(portal);
  });

  test.for([1, 2])(
    'is rolled back with the error of deferred statement %i',
    async (failing, { portal }) => {
      const work = runTransaction(portal.db, async (trx) => {
        await add(trx, 'test a');
        await deferStatement(trx, add(trx, failing === 1 ? 'test a' : 'test b'));
        await deferStatement(trx, add(trx, failing === 2 ? 'test a' : 'test c'));
      });
      await expect(work).rejects.toThrow(/unique/i);
      await expectNothingStored(portal);
    },
  );

  test.for(statementFaults)(
    'stores nothing if its last, deferred statement fails: %s',
    async (fault, { portal }) => {
      const { db } = portal;
      if (!isPostgres(db)) return;
      const { result, statements } = await failStatement(-1, fault, () => saveTwo(db));
      expect(result).toBeUndefined();
      await db.deleteFrom('jobs').where('name', 'like', 'test %').execute();
      // The last statement is the commit.
      const deferred = statements.length - 2;
      await expect(failStatement(deferred, fault, () => saveTwo(db))).rejects.toThrow();
      await expectNothingStored(portal);
    },
  );

  test('is rolled back if a deferred write fails without a statement', async ({ portal }) => {
    const work = runTransaction(portal.db, async (trx) => {
      await add(trx, 'test a');
      await deferWrite(trx, Promise.reject(new Error('not sent')));
    });
    await expect(work).rejects.toThrow('not sent');
    await expectNothingStored(portal);
  });

  test('stores nothing of code that still runs when it is rolled back', async ({ portal }) => {
    let late: Promise<unknown> | undefined;
    const work = portal.db.transaction().execute(async (trx) => {
      late = add(trx, 'test a').then(() => add(trx, 'test b'));
      late.catch(() => {});
      throw new Error('refused');
    });
    await expect(work).rejects.toThrow('refused');
    await expect(late).rejects.toThrow();
    await expectNothingStored(portal);
  });

  test('stores nothing and returns no result to its work if its check fails', async ({
    portal,
  }) => {
    const seen: unknown[] = [];
    const work = runTransaction(
      portal.db,
      async (trx) => {
        const deferred = deferWrite(trx, add(trx, 'test a'));
        seen.push(await trx.selectFrom('users').select('id').execute());
        await deferred;
      },
      async (trx) => {
        await trx.selectFrom('users').select('id').execute();
        throw new Error('signed out');
      },
    );
    await expect(work).rejects.toThrow('signed out');
    expect(seen).toEqual([]);
    await expectNothingStored(portal);
  });

  test('stores nothing if one of two simultaneous writes fails', async ({ portal }) => {
    const work = runTransaction(portal.db, (trx) =>
      Promise.all([addTwice(trx, 'test a'), add(trx, 'test b'), add(trx, 'test c')]),
    );
    await expect(work).rejects.toThrow(/unique/i);
    await sleep(50);
    await expectNothingStored(portal);
  });

  test.for(statementFaults)('stores nothing if its begin fails: %s', async (fault, { portal }) => {
    const { db } = portal;
    if (!isPostgres(db)) return;
    const work = failStatement(0, fault, () =>
      runTransaction(db, async (trx) => {
        await trx.selectFrom('users').select('id').execute();
        await add(trx, 'test a');
      }),
    );
    await expect(work).rejects.toThrow();
    await expectNothingStored(portal);
  });
});
