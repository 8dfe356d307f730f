import { describe, expect } from 'vitest';
import {
  answerAnnouncement,
  listAnnouncements,
  listAnswers,
  maxAnswers,
  withdrawAnnouncement,
} from '#contract/messages/announcements.ts';
import { listNotices } from '#contract/messages/notices.ts';
import { createTestGroup, getItemAt, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestAnnouncement } from '#server/test/records/announcements.ts';
import { expectRefusal } from '#server/test/refusal.ts';

async function publish(portal: Portal, changes: Parameters<typeof addTestAnnouncement>[1] = {}) {
  await addTestAnnouncement(portal, { allowsAnswers: true, byEmail: false, ...changes });
  const { announcements } = await portal.admin.call(listAnnouncements, { query: {} });
  return { announcementId: getItemAt(announcements, 0)._id };
}

type Params = { announcementId: string };
const answer = ({ caller }: Pick<TestUser, 'caller'>, params: Params, text = 'Which room?') =>
  caller.call(answerAnnouncement, { params, body: { text } });
const readAnswers = async (portal: Portal, params: Params) =>
  (await portal.admin.call(listAnswers, { params })).answers.map(({ name, text }) => [name, text]);

describe('answers to announcements', () => {
  test('reach the office with name and email, the newest first, and notify the author', async ({
    portal,
  }) => {
    const { student, mate } = await createTestGroup(portal);
    const params = await publish(portal);
    await answer(student, params);
    portal.wait(1000);
    await answer(mate, params, 'Thank you.');
    const { answers, total } = await portal.admin.call(listAnswers, { params });
    expect(total).toBe(2);
    expect(answers).toMatchObject([
      { name: mate.name, email: mate.email, text: 'Thank you.' },
      { name: student.name, email: student.email, text: 'Which room?' },
    ]);
    const { notices } = await portal.admin.call(listNotices, { query: {} });
    expect(notices.map(({ text, path }) => [text, path])).toContainEqual([
      `${student.name} answered the announcement “Viva week”.`,
      `/announcements?show=${params.announcementId}`,
    ]);
    const { announcements } = await portal.admin.call(listAnnouncements, { query: {} });
    expect(getItemAt(announcements, 0)).toMatchObject({ allowsAnswers: true, answers: 2 });
  });

  test('to other announcements are not listed', async ({ portal }) => {
    const { student } = await createTestGroup(portal);
    const params = await publish(portal);
    portal.wait(1000);
    const other = await publish(portal, { title: 'Another week' });
    await answer(student, other, 'To the other one.');
    expect(await readAnswers(portal, params)).toEqual([]);
    expect(await readAnswers(portal, other)).toEqual([[student.name, 'To the other one.']]);
  });

  test('are refused by an announcement that allows none, is withdrawn, or is not addressed to the caller', async ({
    portal,
  }) => {
    const { student, supervisor, groupId } = await createTestGroup(portal);
    const { student: stranger } = await createTestGroup(portal);
    const refuse = async ({ caller }: TestUser, params: Params) =>
      (await expectRefusal(portal, caller, answerAnnouncement, { params, body: { text: 'Why?' } }))
        .code;
    const silent = await publish(portal, { allowsAnswers: false });
    expect(await refuse(student, silent)).toBe('forbidden');
    portal.wait(1000);
    const params = await publish(portal, {
      title: 'For one group',
      audience: { to: 'groups', groupIds: [groupId] },
    });
    expect(await refuse(stranger, params)).toBe('not-found');
    expect(await refuse(supervisor, params)).toBe('not-found');
    await portal.admin.call(withdrawAnnouncement, { params });
    expect(await refuse(student, params)).toBe('not-found');
  });

  test('are limited in number per person, also if two are sent at the same moment', async ({
    portal,
  }) => {
    const { student, mate } = await createTestGroup(portal);
    const params = await publish(portal);
    for (let count = 1; count < maxAnswers; count += 1) await answer(student, params, `${count}`);
    const body = { text: 'The last one' };
    const replies = await Promise.all(
      [1, 2].map(() => student.caller.request(answerAnnouncement, { params, body })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    await answer(mate, params, 'Mine');
    expect(await readAnswers(portal, params)).toHaveLength(maxAnswers + 1);
  });
});
