import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { findDesk } from '#contract/desk.ts';
import { queueTestEmail } from '#server/test/mail.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { checkForLostWrites, listEmailsAboutLostWrites, listLostWrites } from './lost-writes.ts';
import { recordAuditEntry } from './record-entry.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Deletes the row of an email, as a failover to a standby that lacks the transaction would. */
async function loseEmail({ db }: Portal, recipient: string) {
  await db.deleteFrom('email_search_keys').execute();
  await db.deleteFrom('emails').where('recipient', '=', recipient).execute();
}

async function sendTo(portal: Portal, ...recipients: string[]) {
  for (const recipient of recipients) await queueTestEmail(portal, recipient);
  await portal.deliver();
}

async function listRecipients({ db, clock }: Portal) {
  const emails = await listEmailsAboutLostWrites(db, clock());
  return emails.map(({ recipient }) => recipient);
}

describe('an email that was sent', () => {
  test('is listed once for the admin if the database has lost its row, and no other email is', async ({
    portal,
  }) => {
    await recordAuditEntry(
      { trx: portal.db, now: portal.clock() },
      { action: 'list-exported', by: 'portal', subject: { kind: 'portal', id: null, name: 'x' } },
    );
    await checkForLostWrites(portal);
    const from = portal.clock().toISOString();
    portal.wait(minute);
    await sendTo(portal, 'ayesha@university.test', 'bilal@university.test');
    const sentAt = portal.clock().toISOString();
    await queueTestEmail(portal, 'waiting@university.test');
    await loseEmail(portal, 'ayesha@university.test');
    await loseEmail(portal, 'waiting@university.test');
    portal.wait(minute);
    // Two processes that share DATA_DIR check at the same moment.
    await Promise.all([checkForLostWrites(portal), checkForLostWrites(portal)]);
    portal.wait(minute);
    await checkForLostWrites(portal);
    const { lostEmails } = await portal.admin.call(findAttention);
    const email = { recipient: 'ayesha@university.test', subject: 'Your marks', sentAt };
    expect(lostEmails).toEqual([{ _id: expect.any(String), ...email }]);
    expect(await listLostWrites(portal.db, portal.clock())).toEqual([{ from, to: sentAt }]);
    expect(portal.logged).toHaveLength(1);
    const { items } = await portal.admin.call(findDesk);
    const text =
      'One email was sent about changes that the database has lost. Tell the recipients.';
    expect(items).toContainEqual({
      id: 'lost-emails',
      text,
      to: '/admin?tab=attention',
      isUrgent: true,
    });
    const faculty = await createTestUser(portal, 'faculty');
    expect((await faculty.caller.call(findDesk)).items).toEqual([]);
    portal.wait(8 * day);
    expect(await listRecipients(portal)).toEqual([]);
  });

  test('is listed even if many stored emails were sent between it and a later lost email', async ({
    portal,
  }) => {
    await sendTo(portal, 'early@university.test');
    portal.wait(minute);
    await sendTo(portal, ...Array.from({ length: 250 }, (_, index) => `s${index}@x.test`));
    await sendTo(portal, 'late@university.test');
    await loseEmail(portal, 'early@university.test');
    await loseEmail(portal, 'late@university.test');
    await checkForLostWrites(portal);
    expect(await listRecipients(portal)).toEqual(['early@university.test', 'late@university.test']);
  });

  test('is listed although a crash has left an incomplete line in the journal', async ({
    portal,
  }) => {
    await sendTo(portal, 'ayesha@university.test');
    const folder = join(portal.folder, 'sent-emails');
    const [name = ''] = await readdir(folder);
    await appendFile(join(folder, name), '{"id":"');
    await loseEmail(portal, 'ayesha@university.test');
    await checkForLostWrites(portal);
    expect(await listRecipients(portal)).toEqual(['ayesha@university.test']);
  });

  test('is delivered even if the journal cannot be written', async ({ portal }) => {
    await writeFile(join(portal.folder, 'sent-emails'), 'a file where the folder should be');
    await queueTestEmail(portal, 'ayesha@university.test');
    expect(await portal.deliver()).toBe(1);
    expect(portal.logged.join()).toContain('could not be added to the journal');
    await checkForLostWrites(portal);
    expect(await listRecipients(portal)).toEqual([]);
  });
});

describe('an email that was not sent', () => {
  test('is not listed if an admin has dismissed it', async ({ portal }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    const fail = async () => {
      throw new Error('refused');
    };
    expect(await portal.deliver({ send: fail, close: () => {} })).toBe(0);
    await loseEmail(portal, 'ayesha@university.test');
    await checkForLostWrites(portal);
    expect(await listRecipients(portal)).toEqual([]);
    expect(await listLostWrites(portal.db, portal.clock())).toEqual([]);
  });
});

describe('the journal of sent emails', () => {
  test('consists of the files of the last eight days on which emails were sent', async ({
    portal,
  }) => {
    for (let days = 0; days < 10; days += 1) {
      await sendTo(portal, `s${days}@university.test`);
      portal.wait(2 * day);
    }
    await checkForLostWrites(portal);
    const names = await readdir(join(portal.folder, 'sent-emails'));
    expect(names).toHaveLength(8);
    await portal.db.deleteFrom('email_search_keys').execute();
    await portal.db.deleteFrom('emails').execute();
    await checkForLostWrites(portal);
    const expected = Array.from({ length: 8 }, (_, index) => `s${index + 2}@university.test`);
    expect(await listRecipients(portal)).toEqual(expected);
  });
});
