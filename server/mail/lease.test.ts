import { describe, expect } from 'vitest';
import { untilAwaited } from '#server/test/database.ts';
import { queue, rows, test } from '#server/test/mail.ts';
import { at } from '#server/test/people.ts';
import { leaseDue, record, recordHandOver } from './lease.ts';
import { Undeliverable } from './outbox.ts';

describe('of two processes that see the same email, the second does not take it', () => {
  test.for([
    ['sent', undefined],
    ['refused for good', new Undeliverable('550 no such user', 'refused')],
    ['put off', new Undeliverable('451 try later', 'email')],
    ['still sending', 'nothing yet'],
  ] as const)('when the first has %s it meanwhile', async ([, error], { portal }) => {
    const { db, clock } = portal;
    await queue(portal, 'ayesha@university.test');
    const taking = await db.transaction().execute(async (trx) => {
      const email = at(await leaseDue(trx, clock(), 1, []), 0);
      const second = leaseDue(db, clock(), 1, []);
      await untilAwaited(trx, db);
      await recordHandOver(trx, email.id);
      if (error !== 'nothing yet') await record(trx, email, error, clock(), 0);
      return { second };
    });
    expect(await taking.second).toEqual([]);
    expect(at(await rows(portal), 0).attempts).toBe(1);
  });
});
