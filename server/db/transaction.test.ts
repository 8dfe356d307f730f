import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { type Portal, test } from '#server/test/portal.ts';
import type { Db } from './tables.ts';

const add = (db: Db, name: string) => db.insertInto('jobs').values({ name }).execute();
const addTwice = async (db: Db, name: string) => {
  await add(db, name);
  await add(db, name);
};

async function expectNothingStored({ db }: Portal) {
  const rows = await db.selectFrom('jobs').select('name').where('name', 'like', 'test %').execute();
  expect(rows).toEqual([]);
}

describe('a transaction', () => {
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

  test('stores nothing if one of two simultaneous writes fails', async ({ portal }) => {
    const work = portal.db
      .transaction()
      .execute((trx) =>
        Promise.all([addTwice(trx, 'test a'), add(trx, 'test b'), add(trx, 'test c')]),
      );
    await expect(work).rejects.toThrow(/unique/i);
    await sleep(50);
    await expectNothingStored(portal);
  });
});
