import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { listEmails } from '#contract/messages/emails.ts';
import { createTestGroup } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { emailTestGroupMarks, markTestGroup } from '#server/test/records/marking.ts';
import { eraseOldEmailTexts } from './erase-old-texts.ts';
import { agedEmailText } from './outbox.ts';

const day = 24 * 3_600_000;

async function sendEmails(portal: Portal) {
  const team = await createTestGroup(portal, { size: 2 });
  await markTestGroup(team, 7, 8);
  await emailTestGroupMarks(team);
  await portal.deliver();
}

const countTexts = async ({ db }: Pick<Portal, 'db'>) => {
  const rows = await db.selectFrom('emails').select(['text_body', 'html_body']).execute();
  const erased = rows.filter(
    ({ text_body, html_body }) => text_body === agedEmailText && html_body === agedEmailText,
  );
  return { erased: erased.length, kept: rows.length - erased.length };
};

describe('the texts of sent emails', () => {
  test('are kept by default', async ({ portal }) => {
    await sendEmails(portal);
    const before = await countTexts(portal);
    portal.wait(3650 * day);
    await eraseOldEmailTexts(portal);
    expect(await countTexts(portal)).toEqual(before);
  });

  test('are erased after KEEP_EMAIL_TEXTS_DAYS, but not those of newer or unsent emails', async () => {
    const { portal, close } = await openPortal({ KEEP_EMAIL_TEXTS_DAYS: '365' });
    await sendEmails(portal);
    const old = await countTexts(portal);
    const { emails: listed } = await portal.admin.call(listEmails);
    const sent_at = new Date(portal.clock().getTime() - 364 * day).toISOString();
    await portal.db.updateTable('emails').set({ sent_at }).execute();
    await sendEmails(portal);
    const team = await createTestGroup(portal);
    await markTestGroup(team, 7, 8);
    await emailTestGroupMarks(team);
    const all = await countTexts(portal);
    await eraseOldEmailTexts(portal);
    expect((await countTexts(portal)).erased).toBe(0);
    portal.wait(2 * day);
    await eraseOldEmailTexts(portal);
    await eraseOldEmailTexts(portal);
    expect(await countTexts(portal)).toEqual({ erased: old.kept, kept: all.kept - old.kept });
    const admin = await portal.logInAs(portal.adminId);
    const { emails } = await admin.call(listEmails, { query: { limit: 100 } });
    for (const { recipient, subject, queuedAt } of listed) {
      expect(emails).toContainEqual(expect.objectContaining({ recipient, subject, queuedAt }));
    }
    await close();
  });

  test('are erased in one run even if they need several batches', async () => {
    const { portal, close } = await openPortal({ KEEP_EMAIL_TEXTS_DAYS: '1' });
    await sendEmails(portal);
    const [email] = await portal.db.selectFrom('emails').selectAll().limit(1).execute();
    if (!email) throw new Error('No email was sent.');
    const copies = Array.from({ length: 1100 }, () => {
      const id = randomUUID();
      return { ...email, id, message_id: id };
    });
    for (let from = 0; from < copies.length; from += 100) {
      await portal.db
        .insertInto('emails')
        .values(copies.slice(from, from + 100))
        .execute();
    }
    portal.wait(2 * day);
    await eraseOldEmailTexts(portal);
    expect((await countTexts(portal)).kept).toBe(0);
    await close();
  });
});
