import { expect } from 'vitest';
import { saveNoticeSetting } from '#contract/messages/notices.ts';
import { findUnsubscribe } from '#contract/messages/unsubscribe.ts';
import { sendReminders } from '#server/submissions/send-reminders.ts';
import { test } from '#server/test/mail.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import {
  createUnsubscribeScenario,
  extendDeadline,
  findEmailHeader,
  findUnsubscribePath,
  oneClickUnsubscribeBody,
  postUnsubscribe,
  readNoticeDeliveries,
} from '#server/test/records/unsubscribe.ts';
import { expectRefusalWhenSending, readRefusal } from '#server/test/refusal.ts';
import { sendDigests } from './send-digests.ts';

test('one-click unsubscribe switches off emails of one kind only, and is idempotent', async ({
  portal,
  mailbox,
  smtp,
}) => {
  const { student, email, path, ...team } = await createUnsubscribeScenario(portal, mailbox, smtp);
  expect(findEmailHeader(email, 'list-unsubscribe-post')).toBe(oneClickUnsubscribeBody);
  expect(email.text).toContain('https://fyp.university.test/notices');
  const before = await readNoticeDeliveries(student);
  expect(before).toMatchObject({ extensions: 'email' });
  expect(new Set(Object.values(before))).toEqual(new Set(['email']));
  for (const _ of ['once', 'twice']) {
    const response = await postUnsubscribe(portal, path);
    expect([response.status, response.redirected]).toEqual([200, false]);
    expect(await response.json()).toEqual({ message: expect.stringMatching(/^Extensions: /) });
  }
  expect(await readNoticeDeliveries(student)).toEqual({ ...before, extensions: 'page' });
  await extendDeadline(portal, team, '06');
  const waiting = portal.db.selectFrom('emails').select('id').where('sent_at', 'is', null);
  expect(await waiting.execute()).toEqual([]);
});

test('one-click unsubscribe accepts a multipart form, and does not change a delivery setting that is already “off”', async ({
  portal,
  mailbox,
  smtp,
}) => {
  const { student, path } = await createUnsubscribeScenario(portal, mailbox, smtp);
  const params = { kind: 'extensions' } as const;
  await student.caller.call(saveNoticeSetting, { params, body: { delivery: 'off' } });
  const form = new FormData();
  form.append('List-Unsubscribe', 'One-Click');
  expect((await postUnsubscribe(portal, path, form)).status).toBe(200);
  expect(await readNoticeDeliveries(student)).toMatchObject({ extensions: 'off' });
});

test('a GET request or an invalid or oversized POST request to an unsubscribe URL changes nothing', async ({
  portal,
  mailbox,
  smtp,
}) => {
  const { path } = await createUnsubscribeScenario(portal, mailbox, smtp);
  const before = await portal.snapshot();
  const token = path.split('/').at(-1) ?? '';
  const { about } = await portal.visitor.call(findUnsubscribe, { params: { token } });
  expect(about).toBe('Extensions');
  for (const method of ['GET', 'HEAD']) await fetch(portal.url + path, { method });
  expect(await portal.snapshot()).toEqual(before);
  for (const body of [
    '',
    'List-Unsubscribe=Perhaps',
    'something',
    `${oneClickUnsubscribeBody}${oneClickUnsubscribeBody}`,
  ]) {
    const refused = await expectRefusalWhenSending(portal, () =>
      postUnsubscribe(portal, path, body),
    );
    expect([body, refused.status]).toEqual([body, 400]);
  }
  const refused = await expectRefusalWhenSending(portal, () =>
    postUnsubscribe(portal, path, 'x'.repeat(5000)),
  );
  expect(refused).toMatchObject({ status: 413, code: 'too-large' });
});

test('a member who unsubscribes from reminders still receives the last reminder before a deadline', async ({
  portal,
  mailbox,
  smtp,
}) => {
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await createTestGroup(portal, { size: 1 });
  const goTo = (time: string) => portal.wait(Date.parse(time) - portal.clock().getTime());
  goTo('2027-02-22T10:00:00.000Z');
  await sendReminders(portal);
  await portal.deliver(smtp);
  const [first] = await mailbox.waitFor(team.student.email);
  if (!first) throw new Error('There is no reminder.');
  expect((await postUnsubscribe(portal, findUnsubscribePath(first))).status).toBe(200);
  goTo('2027-02-28T10:00:00.000Z');
  await sendReminders(portal);
  await portal.deliver(smtp);
  const [, last] = await mailbox.waitFor(team.student.email, 2);
  expect(last?.subject).toBe('Due in 8 hours: February Monthly Report');
  expect(last && findEmailHeader(last, 'list-unsubscribe')).toBeUndefined();
});

test('all invalid unsubscribe URLs return the same reply', async ({ portal, mailbox, smtp }) => {
  const { path } = await createUnsubscribeScenario(portal, mailbox, smtp);
  const replies = new Set<string>();
  const token = path.slice('/unsubscribe/'.length);
  for (const wrong of ['x', token.toLowerCase(), `${token}x`, token.slice(1), 'x'.repeat(43)]) {
    const response = await postUnsubscribe(portal, `/unsubscribe/${wrong}`);
    replies.add(JSON.stringify(await readRefusal(response)));
    const looked = await fetch(`${portal.url}/api/unsubscribe/${wrong}`);
    replies.add(JSON.stringify(await readRefusal(looked)));
  }
  expect(replies.size).toBe(1);
  expect(getItemAt([...replies], 0)).toContain('"status":404');
});

test('one-click unsubscribe from a digest switches off the digest for every kind of notice', async ({
  portal,
  mailbox,
  smtp,
}) => {
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await createTestGroup(portal, { size: 1 });
  const { student } = team;
  for (const kind of ['extensions', 'groups'] as const) {
    const input = { params: { kind }, body: { delivery: 'digest' as const } };
    await student.caller.call(saveNoticeSetting, input);
  }
  await extendDeadline(portal, team);
  portal.wait(24 * 3_600_000);
  expect(await sendDigests(portal)).toBe(1);
  await portal.deliver(smtp);
  const [digest] = await mailbox.waitFor(student.email);
  if (!digest) throw new Error('There is no digest.');
  expect((await postUnsubscribe(portal, findUnsubscribePath(digest))).status).toBe(200);
  const caller = await portal.logInAs(student.userId);
  expect(await readNoticeDeliveries({ ...student, caller })).toMatchObject({
    extensions: 'page',
    groups: 'page',
    documents: 'email',
  });
});
