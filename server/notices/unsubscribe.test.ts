import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findNoticeSettings, findUnsubscribe, saveNoticeSetting } from '#contract/notices.ts';
import { setGroupDeadlines } from '#contract/submissions.ts';
import { folderTransport } from '#server/mail/folder.ts';
import type { Transport } from '#server/mail/outbox.ts';
import { deleteOldUnsubscribeTokens } from '#server/mail/unsubscribe.ts';
import { sendReminders } from '#server/submissions/send-reminders.ts';
import { from, test } from '#server/test/mail.ts';
import { mailTeam, markTeam } from '#server/test/marking.ts';
import { aTeam, at, type Somebody } from '#server/test/people.ts';
import { archiveOf, contentOf, ownPlace } from '#server/test/places.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import { refusalFrom, refusalIn } from '#server/test/refusal.ts';
import type { Email, Mailbox } from '#tools/test/mailbox.ts';
import { sendDigests } from './send-digests.ts';

const oneClick = 'List-Unsubscribe=One-Click';
const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

const headerOf = ({ headers }: Email, name: string) =>
  headers.find(({ key }) => key === name)?.value;

/** The path of the address that an email carries; '' for none. */
const pathIn = (email: Email) =>
  /^<https:\/\/fyp\.university\.test(\/unsubscribe\/[\w-]{43})>$/.exec(
    headerOf(email, 'list-unsubscribe') ?? '',
  )?.[1] ?? '';

/** As mail programs do it: without cookies, logins and redirects. */
const post = (portal: Portal, path: string, body: string | FormData = oneClick) =>
  fetch(portal.url + path, {
    method: 'POST',
    redirect: 'error',
    body,
    ...(typeof body === 'string' && { headers: asForm }),
  });

async function aDecision(portal: Portal, { groupId }: { groupId: string }, day = '05') {
  const due = `2027-04-${day}T10:00:00.000Z`;
  await portal.admin.call(setGroupDeadlines, {
    params: { deadlineId: 'march-monthly-report' },
    body: {
      ...{ groupIds: [groupId], reason: 'As agreed.', dryRun: false },
      change: { to: 'date', due },
    },
  });
}

/** A member of a portal that is reached by https, and the address in the email of a decision. */
async function aRecipient(portal: Portal, mailbox: Mailbox, smtp: Transport) {
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await aTeam(portal, { size: 1 });
  await aDecision(portal, team);
  await portal.deliver(smtp);
  const [email] = await mailbox.waitFor(team.student.email);
  if (!email) throw new Error('There is no email.');
  return { ...team, email, path: pathIn(email) };
}

const deliveriesOf = async ({ caller }: Somebody) => {
  const { settings } = await caller.call(findNoticeSettings);
  return Object.fromEntries(settings.map(({ kind, delivery }) => [kind, delivery]));
};

test('One click in a mail program ends emails of that kind and no other, also twice.', async ({
  portal,
  mailbox,
  smtp,
}) => {
  const { student, email, path, ...team } = await aRecipient(portal, mailbox, smtp);
  expect(headerOf(email, 'list-unsubscribe-post')).toBe(oneClick);
  expect(email.text).toContain('https://fyp.university.test/notices');
  expect(await deliveriesOf(student)).toMatchObject({ extensions: 'email' });
  for (const _ of ['once', 'twice']) {
    const response = await post(portal, path);
    expect([response.status, response.redirected]).toEqual([200, false]);
    expect(await response.json()).toEqual({ message: expect.stringMatching(/^Extensions: /) });
  }
  expect(await deliveriesOf(student)).toEqual({
    ...{ marks: 'email', documents: 'email', extensions: 'page', reminders: 'email' },
    ...{ proposals: 'email', groups: 'email', announcements: 'email', certificates: 'email' },
  });
  await aDecision(portal, team, '06');
  const waiting = portal.db.selectFrom('emails').select('id').where('sent_at', 'is', null);
  expect(await waiting.execute()).toEqual([]);
});

test('One click may come as a multipart form too, and turns nothing on again.', async ({
  portal,
  mailbox,
  smtp,
}) => {
  const { student, path } = await aRecipient(portal, mailbox, smtp);
  const params = { kind: 'extensions' } as const;
  await student.caller.call(saveNoticeSetting, { params, body: { delivery: 'off' } });
  const form = new FormData();
  form.append('List-Unsubscribe', 'One-Click');
  expect((await post(portal, path, form)).status).toBe(200);
  expect(await deliveriesOf(student)).toMatchObject({ extensions: 'off' });
});

test('Opening the address, a wrong body and a long one change nothing.', async ({
  portal,
  mailbox,
  smtp,
}) => {
  const { path } = await aRecipient(portal, mailbox, smtp);
  const before = await portal.snapshot();
  const token = path.split('/').at(-1) ?? '';
  const { about } = await portal.visitor.call(findUnsubscribe, { params: { token } });
  expect(about).toBe('Extensions');
  for (const method of ['GET', 'HEAD']) await fetch(portal.url + path, { method });
  expect(await portal.snapshot()).toEqual(before);
  for (const body of ['', 'List-Unsubscribe=Perhaps', 'something', `${oneClick}${oneClick}`]) {
    const refused = await refusalFrom(portal, () => post(portal, path, body));
    expect([body, refused.status]).toEqual([body, 400]);
  }
  const refused = await refusalFrom(portal, () => post(portal, path, 'x'.repeat(5000)));
  expect(refused).toMatchObject({ status: 413, code: 'too-large' });
});

test('Whoever unsubscribes from reminders gets the last one all the same.', async ({
  portal,
  mailbox,
  smtp,
}) => {
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await aTeam(portal, { size: 1 });
  const goTo = (time: string) => portal.wait(Date.parse(time) - portal.clock().getTime());
  goTo('2027-02-22T10:00:00.000Z');
  await sendReminders(portal);
  await portal.deliver(smtp);
  const [first] = await mailbox.waitFor(team.student.email);
  if (!first) throw new Error('There is no reminder.');
  expect((await post(portal, pathIn(first))).status).toBe(200);
  goTo('2027-02-28T10:00:00.000Z');
  await sendReminders(portal);
  await portal.deliver(smtp);
  const [, last] = await mailbox.waitFor(team.student.email, 2);
  expect(last?.subject).toBe('Due in 8 hours: February Monthly Report');
  // It has nothing left to switch off.
  expect(last && headerOf(last, 'list-unsubscribe')).toBeUndefined();
});

test('Every address that is none gets the same reply.', async ({ portal, mailbox, smtp }) => {
  const { path } = await aRecipient(portal, mailbox, smtp);
  const replies = new Set<string>();
  const token = path.slice('/unsubscribe/'.length);
  for (const wrong of ['x', token.toLowerCase(), `${token}x`, token.slice(1), 'x'.repeat(43)]) {
    const response = await post(portal, `/unsubscribe/${wrong}`);
    replies.add(JSON.stringify(await refusalIn(response)));
    const looked = await fetch(`${portal.url}/api/unsubscribe/${wrong}`);
    replies.add(JSON.stringify(await refusalIn(looked)));
  }
  expect(replies.size).toBe(1);
  expect(at([...replies], 0)).toContain('"status":404');
});

test('The form of a mail program is taken nowhere else.', async ({ portal }) => {
  const refused = await refusalFrom(portal, () => post(portal, '/api/auth/login', 'email=a'));
  expect(refused).toMatchObject({
    status: 400,
    message: 'This kind of content is not accepted here.',
  });
});

test('The address stands in no row, no backup and no log.', async ({ mailbox, smtp }) => {
  const { portal, close } = await openPortal({ LOG_LEVEL: 'info' });
  const { path } = await aRecipient(portal, mailbox, smtp);
  const token = path.slice('/unsubscribe/'.length);
  expect(token).toHaveLength(43);
  expect((await post(portal, path)).status).toBe(200);
  await fetch(`${portal.url}/api/unsubscribe/${token}`);
  await fetch(`${portal.url}/API/Unsubscribe/${token}`);
  await archiveOf(portal);
  const { rows } = await contentOf(await ownPlace(portal));
  expect(rows.emails).toHaveLength(1);
  expect(rows.unsubscribe_tokens).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
  const log = portal.logged.join('');
  expect(log).toContain('/unsubscribe/…');
  expect(log).not.toContain(token);
  await close();
});

test('An email that is tried again carries an address that works, each time another.', async ({
  portal,
  mailbox,
  smtp,
}) => {
  const tried: string[] = [];
  mailbox.onData = (email) => {
    tried.push(pathIn(email));
    return tried.length < 3 ? { code: 451, message: 'try later' } : undefined;
  };
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await aTeam(portal, { size: 1 });
  await aDecision(portal, team);
  for (const _ of [1, 2, 3]) {
    await portal.deliver(smtp);
    portal.wait(5 * 60_000);
  }
  expect(new Set(tried).size).toBe(3);
  expect(mailbox.emails).toHaveLength(1);
  expect((await post(portal, tried.at(-1) ?? '')).status).toBe(200);
  expect(await deliveriesOf(team.student)).toMatchObject({ extensions: 'page' });
});

test('An address is kept for a year, and none of an email that never left.', async ({
  portal,
  mailbox,
  smtp,
}) => {
  mailbox.onRcpt = () => ({ code: 451, message: 'try later' });
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await aTeam(portal, { size: 1 });
  await aDecision(portal, team);
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

test('Emails that nobody can switch off carry no address, nor any without https.', async ({
  portal,
  mailbox,
  smtp,
}) => {
  const team = await aTeam(portal, { size: 1 });
  await aDecision(portal, team);
  portal.config.publicUrl = 'https://fyp.university.test';
  await markTeam(team, 9);
  await mailTeam(team);
  const email = 'no.account@university.test';
  await portal.db.updateTable('members').set({ email }).execute();
  await aDecision(portal, team, '06');
  portal.config.publicUrl = 'http://fyp.university.test';
  await portal.deliver(smtp);
  expect(mailbox.emails).toHaveLength(3);
  for (const sent of mailbox.emails) expect(headerOf(sent, 'list-unsubscribe')).toBeUndefined();
  await portal.db.deleteFrom('emails').execute();
  mailbox.emails.length = 0;

  portal.config.publicUrl = 'https://fyp.university.test';
  await aDecision(portal, team, '07');
  portal.wait(60_000);
  await markTeam(team, 8);
  await mailTeam(team);
  await portal.deliver(smtp);
  expect(mailbox.emails).toHaveLength(2);
  for (const sent of mailbox.emails) expect(headerOf(sent, 'list-unsubscribe')).toBeUndefined();
});

test('An email that is a file, for want of a mail server, carries no address.', async ({
  portal,
}) => {
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await aTeam(portal, { size: 1 });
  await aDecision(portal, team);
  const folder = join(portal.folder, 'outbox');
  expect(await portal.deliver(await folderTransport(folder, from))).toBe(1);
  const [name = ''] = await readdir(folder);
  const text = await readFile(join(folder, name), 'utf8');
  expect(text).toContain('Auto-Submitted');
  expect(text).not.toMatch(/List-Unsubscribe/i);
  expect(await portal.db.selectFrom('unsubscribe_tokens').select('kind').execute()).toEqual([]);
});

test('One click in a digest ends digests, whatever they told of.', async ({
  portal,
  mailbox,
  smtp,
}) => {
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await aTeam(portal, { size: 1 });
  const { student } = team;
  for (const kind of ['extensions', 'groups'] as const) {
    const input = { params: { kind }, body: { delivery: 'digest' as const } };
    await student.caller.call(saveNoticeSetting, input);
  }
  await aDecision(portal, team);
  portal.wait(24 * 3_600_000);
  expect(await sendDigests(portal)).toBe(1);
  await portal.deliver(smtp);
  const [digest] = await mailbox.waitFor(student.email);
  if (!digest) throw new Error('There is no digest.');
  expect((await post(portal, pathIn(digest))).status).toBe(200);
  const caller = await portal.enter(student.userId);
  expect(await deliveriesOf({ ...student, caller })).toMatchObject({
    ...{ extensions: 'page', groups: 'page', documents: 'email' },
  });
});
