import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createFolderTransport } from '#server/mail/folder.ts';
import { deleteOldUnsubscribeTokens } from '#server/mail/unsubscribe.ts';
import { test, testSenderAddress } from '#server/test/mail.ts';
import { createTestGroup } from '#server/test/people.ts';
import {
  createBackupArchive,
  getPortalDataLocation,
  readDataLocation,
} from '#server/test/places.ts';
import { openPortal } from '#server/test/portal.ts';
import { emailTestGroupMarks, markTestGroup } from '#server/test/records/marking.ts';
import {
  createUnsubscribeScenario,
  extendDeadline,
  findEmailHeader,
  findUnsubscribePath,
  postUnsubscribe,
  readNoticeDeliveries,
} from '#server/test/records/unsubscribe.ts';

test('an unsubscribe URL appears in no table, backup or log', async ({ mailbox, smtp }) => {
  const { portal, close } = await openPortal({ LOG_LEVEL: 'info' });
  const { path } = await createUnsubscribeScenario(portal, mailbox, smtp);
  const token = path.slice('/unsubscribe/'.length);
  expect(token).toHaveLength(43);
  expect((await postUnsubscribe(portal, path)).status).toBe(200);
  await fetch(`${portal.url}/api/unsubscribe/${token}`);
  await fetch(`${portal.url}/API/Unsubscribe/${token}`);
  await createBackupArchive(portal);
  const { rows } = await readDataLocation(await getPortalDataLocation(portal));
  expect(rows.emails).toHaveLength(1);
  expect(rows.unsubscribe_tokens).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
  const log = portal.logged.join('');
  expect(log).toContain('/unsubscribe/…');
  expect(log).not.toContain(token);
  await close();
});

test('a retried email contains a new and valid unsubscribe URL', async ({
  portal,
  mailbox,
  smtp,
}) => {
  const tried: string[] = [];
  mailbox.onData = (email) => {
    tried.push(findUnsubscribePath(email));
    return tried.length < 3 ? { code: 451, message: 'try later' } : undefined;
  };
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await createTestGroup(portal, { size: 1 });
  await extendDeadline(portal, team);
  for (const _ of [1, 2, 3]) {
    await portal.deliver(smtp);
    portal.wait(5 * 60_000);
  }
  expect(new Set(tried).size).toBe(3);
  expect(mailbox.emails).toHaveLength(1);
  expect((await postUnsubscribe(portal, tried.at(-1) ?? '')).status).toBe(200);
  expect(await readNoticeDeliveries(team.student)).toMatchObject({ extensions: 'page' });
});

test('an unsubscribe token is stored when its email is sent, and deleted after a year', async ({
  portal,
  mailbox,
  smtp,
}) => {
  mailbox.onRcpt = () => ({ code: 451, message: 'try later' });
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await createTestGroup(portal, { size: 1 });
  await extendDeadline(portal, team);
  await portal.deliver(smtp);
  const tokens = () => portal.db.selectFrom('unsubscribe_tokens').select('kind').execute();
  expect(await tokens()).toEqual([]);
  mailbox.onRcpt = () => undefined;
  portal.wait(60_000);
  await portal.deliver(smtp);
  const sentAt = portal.clock().getTime();
  const later = (days: number) => new Date(sentAt + days * 24 * 3_600_000);
  await deleteOldUnsubscribeTokens(portal.db, later(364));
  expect(await tokens()).toHaveLength(1);
  await deleteOldUnsubscribeTokens(portal.db, later(366));
  expect(await tokens()).toEqual([]);
});

test('an email contains no unsubscribe URL if the recipient cannot unsubscribe from it or if the portal does not use HTTPS', async ({
  portal,
  mailbox,
  smtp,
}) => {
  const team = await createTestGroup(portal, { size: 1 });
  portal.config.publicUrl = 'https://fyp.university.test';
  await markTestGroup(team, 9);
  await emailTestGroupMarks(team);
  await portal.deliver(smtp);
  await extendDeadline(portal, team);
  portal.config.publicUrl = 'http://fyp.university.test';
  await portal.deliver(smtp);
  portal.config.publicUrl = 'https://fyp.university.test';
  const email = 'no.account@university.test';
  await portal.db.updateTable('members').set({ email, user_id: null }).execute();
  await extendDeadline(portal, team, '06');
  await portal.deliver(smtp);
  expect(mailbox.emails).toHaveLength(3);
  for (const sent of mailbox.emails)
    expect(findEmailHeader(sent, 'list-unsubscribe')).toBeUndefined();
  await portal.db.deleteFrom('emails').execute();
  mailbox.emails.length = 0;

  portal.config.publicUrl = 'https://fyp.university.test';
  await extendDeadline(portal, team, '07');
  portal.wait(60_000);
  await markTestGroup(team, 8);
  await emailTestGroupMarks(team);
  await portal.deliver(smtp);
  expect(mailbox.emails).toHaveLength(2);
  for (const sent of mailbox.emails)
    expect(findEmailHeader(sent, 'list-unsubscribe')).toBeUndefined();
});

test('an email that is stored as a file because no mail server is configured contains no unsubscribe URL', async ({
  portal,
}) => {
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await createTestGroup(portal, { size: 1 });
  await extendDeadline(portal, team);
  const folder = join(portal.folder, 'outbox');
  expect(await portal.deliver(await createFolderTransport(folder, testSenderAddress))).toBe(1);
  const [name = ''] = await readdir(folder);
  const text = await readFile(join(folder, name), 'utf8');
  expect(text).toContain('Auto-Submitted');
  expect(text).not.toMatch(/List-Unsubscribe/i);
  expect(await portal.db.selectFrom('unsubscribe_tokens').select('kind').execute()).toEqual([]);
});
