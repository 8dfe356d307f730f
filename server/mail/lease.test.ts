import { describe, expect } from 'vitest';
import { waitUntilTransactionBlocks } from '#server/test/database.ts';
import { queueTestEmail, readEmailRows, test } from '#server/test/mail.ts';
import { getItemAt } from '#server/test/people.ts';
import { leaseDueEmails, recordDeliveryOutcome, recordHandOver } from './lease.ts';
import { DeliveryError } from './outbox.ts';

describe('an email that is being leased by one process', () => {
  test.for([
    ['sent', undefined],
    ['permanently failed to send', new DeliveryError('550 no such user', 'refused')],
    ['postponed', new DeliveryError('451 try later', 'email')],
    ['not yet sent', 'nothing yet'],
  ] as const)(
    'is not leased by a second process after the first one has %s it',
    async ([, error], { portal }) => {
      const { db, clock } = portal;
      await queueTestEmail(portal, 'ayesha@university.test');
      const taking = await db.transaction().execute(async (trx) => {
        const email = getItemAt(await leaseDueEmails(trx, clock(), 1, []), 0);
        const second = leaseDueEmails(db, clock(), 1, []);
        await waitUntilTransactionBlocks(trx, db);
        await recordHandOver(trx, email.id);
        if (error !== 'nothing yet') await recordDeliveryOutcome(trx, email, error, clock(), 0);
        return { second };
      });
      expect(await taking.second).toEqual([]);
      expect(getItemAt(await readEmailRows(portal), 0).attempts).toBe(1);
    },
  );
});
