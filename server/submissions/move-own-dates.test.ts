import ICAL from 'ical.js';
import { describe, expect } from 'vitest';
import { findBoard } from '#contract/board.ts';
import { findDesk } from '#contract/desk.ts';
import { uploadDocument } from '#contract/documents.ts';
import { listChanges } from '#contract/history.ts';
import { makeCalendar } from '#contract/messages/calendar.ts';
import {
  type KeptEarlierDueDate,
  previewDeadlines,
  saveSetting,
} from '#contract/settings/settings.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, createTestUser, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

const december = 'december-monthly-report';
const title = 'December Monthly Report';
/** A group's extended due date. The common one is 31 December 2026, and the test clock shows 15 January 2027. */
const extended = '2027-01-20T18:59:00.000Z';
const moved = { local: '2027-02-10 23:59', due: '2027-02-10T18:59:00Z' };

const extend = (portal: Portal, team: TestGroup, due: string) =>
  setGroupDeadline(portal, team, due, december);

const moveTo = (portal: Portal, local: string) =>
  buildSettingChange(portal, 'deadlines', (list) => {
    for (const deadline of list) {
      if (deadline.id === december) Object.assign(deadline, { due: local, graceHours: 0 });
    }
  });

async function saveMove(
  portal: Portal,
  local: string,
  keepEarlier: readonly KeptEarlierDueDate[] = [],
) {
  const { body, ...input } = await moveTo(portal, local);
  await portal.admin.call(saveSetting, {
    ...input,
    body: { ...body, keepEarlier: [...keepEarlier] },
  });
}

async function preview(portal: Portal, local: string) {
  const { body, query } = await moveTo(portal, local);
  return (await portal.admin.call(previewDeadlines, { query, body: { value: body.value } })).groups;
}

const keptBy = ({ groupId }: TestGroup, ownDue = extended): KeptEarlierDueDate[] => [
  { groupId, deadlineId: december, ownDue },
];

async function dueFor(team: TestGroup) {
  const { submissions } = await team.student.caller.call(listSubmissions, {
    params: { groupId: team.groupId },
  });
  return submissions.find(({ deadlineId }) => deadlineId === december)?.due;
}

async function shownFor(portal: Portal, team: TestGroup) {
  const { rows, deadlines } = await portal.admin.call(findBoard);
  const column = deadlines.findIndex(({ _id }) => _id === december);
  const row = rows.find(({ _id }) => _id === team.groupId);
  const { url } = await team.student.caller.call(makeCalendar);
  const text = await (await portal.visitor.fetch(new URL(url).pathname)).text();
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  const event = events
    .map((calendarEvent) => new ICAL.Event(calendarEvent))
    .find(({ summary }) => summary === title);
  const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
  const history = changes.filter(({ field }) => field === `deadline ${title}`);
  const desk = await team.student.caller.call(findDesk);
  return {
    board: row?.deadlines[column]?.due ?? deadlines[column]?.due,
    calendar: event?.endDate.toJSDate().toISOString(),
    history: history.map(({ from, to }) => [from, to]),
    desk: desk.items.find(({ id }) => id === `due-${december}`)?.text,
  };
}

const emailsTo = (portal: Portal, { groupId }: TestGroup) =>
  portal.db
    .selectFrom('emails')
    .select(['subject', 'text_body as text'])
    .where('group_id', '=', groupId)
    .where('subject', 'like', `${title}%`)
    .orderBy('id')
    .execute();

describe('moving a common deadline', () => {
  test('replaces the extended date of a group with the new common date on every page if the new date is later', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await extend(portal, team, extended);
    await saveMove(portal, moved.local);
    expect(await dueFor(team)).toBe(moved.due);
    const shown = await shownFor(portal, team);
    expect(shown).toEqual({
      board: moved.due,
      calendar: '2027-02-10T18:59:00.000Z',
      history: expect.arrayContaining([[extended, moved.due]]),
      desk: `${title} is due in 26 days.`,
    });
    const texts = (await emailsTo(portal, team)).map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining([expect.stringContaining('10 February 2027, 23:59')]),
    );
    // Upload the report after the group's extended due date, but before the new common due date.
    portal.wait(Date.parse('2027-02-01T00:00:00Z') - portal.clock().getTime());
    const student = await portal.logInAs(team.student.userId);
    const reply = await student.call(uploadDocument, {
      params: { kind: 'report', email: team.student.email },
      query: { deadline: december },
      body: { file: toFile(buildPdf({ title: 'Report' }), 'report.pdf') },
    });
    expect(reply.lateMs).toBe(0);
  });

  test('keeps the extended date of a group if it is later than the new date, and does not notify the group', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await extend(portal, team, '2027-03-01T18:59:00.000Z');
    const before = await emailsTo(portal, team);
    await saveMove(portal, moved.local);
    expect(await dueFor(team)).toBe('2027-03-01T18:59:00.000Z');
    expect(await emailsTo(portal, team)).toEqual(before);
  });

  test('restores the extended date of a group when the deadline is moved back to an earlier date', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await extend(portal, team, extended);
    await saveMove(portal, moved.local, keptBy(team));
    await saveMove(portal, '2027-02-20 23:59');
    expect(await dueFor(team)).toBe('2027-02-20T18:59:00Z');
    await saveMove(portal, moved.local);
    expect(await dueFor(team)).toBe(moved.due);
    await saveMove(portal, '2026-12-31 23:59');
    expect(await dueFor(team)).toBe(extended);
  });
});

describe('the preview of moved deadlines', () => {
  test('lists exactly the groups whose individual date is earlier than the new date', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const later = await createTestGroup(portal, { size: 1 });
    await createTestGroup(portal, { size: 1 });
    await extend(portal, team, extended);
    await extend(portal, later, '2027-03-01T18:59:00.000Z');
    const before = await portal.snapshot();
    expect(await preview(portal, moved.local)).toEqual([
      {
        groupId: team.groupId,
        fypGroupName: team.group.fypGroupName,
        deadlineId: december,
        title,
        ownDue: extended,
        due: moved.due,
      },
    ]);
    expect(await preview(portal, '2027-01-18 12:00')).toEqual([]);
    expect(await preview(portal, '2026-12-31 23:59')).toEqual([]);
    expect(await portal.snapshot()).toEqual(before);
  });
});

describe('an earlier individual date that the coordinator keeps when a deadline is moved', () => {
  test('still applies to the group, which is notified and is listed again in the preview of the next move', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const other = await createTestGroup(portal, { size: 1 });
    await extend(portal, team, extended);
    await extend(portal, other, extended);
    await saveMove(portal, moved.local, keptBy(team));
    expect([await dueFor(team), await dueFor(other)]).toEqual([extended, moved.due]);
    expect(await shownFor(portal, team)).toMatchObject({ board: extended, calendar: extended });
    const emails = await emailsTo(portal, team);
    const email = emails.find(
      ({ subject }) => subject === `${title}: date unchanged for your group`,
    );
    expect(email?.text).toContain('20 January 2027, 23:59');
    const asked = await preview(portal, '2027-02-20 23:59');
    expect(asked.map(({ groupId }) => groupId)).toEqual([team.groupId]);
    await saveMove(portal, '2027-02-20 23:59');
    expect(await dueFor(team)).toBe('2027-02-20T18:59:00Z');
  });

  test('is rejected as a conflict if it has changed since the preview or is not earlier than the common date', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const neighbour = await createTestGroup(portal, { size: 1 });
    await extend(portal, team, extended);
    await extend(portal, neighbour, '2027-03-01T18:59:00.000Z');
    const { body, ...input } = await moveTo(portal, moved.local);
    const second = await createTestUser(portal, 'admin');
    await extend({ ...portal, admin: second.caller }, team, '2027-01-22T18:59:00.000Z');
    for (const keepEarlier of [keptBy(team), keptBy(neighbour, '2027-03-01T18:59:00.000Z')]) {
      const refused = await expectRefusal(portal, portal.admin, saveSetting, {
        ...input,
        body: { ...body, keepEarlier },
      });
      expect(refused.code).toBe('stale-version');
    }
  });
});

test('concurrent requests to move a deadline and to extend it for a group result in the later date, in either order', async ({
  portal,
}) => {
  const second = await createTestUser(portal, 'admin');
  for (const isMoveFirst of [true, false]) {
    const team = await createTestGroup(portal, { size: 1 });
    await saveMove(portal, '2026-12-31 23:59');
    const input = await moveTo(portal, moved.local);
    const acts = [
      () => portal.admin.call(saveSetting, input),
      () => extend({ ...portal, admin: second.caller }, team, '2027-03-05T18:59:00.000Z'),
    ];
    await Promise.all((isMoveFirst ? acts : acts.toReversed()).map((act) => act()));
    expect(await dueFor(team)).toBe('2027-03-05T18:59:00.000Z');
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
    const last = changes.find(({ field }) => field === `deadline ${title}`);
    expect(last?.to).toBe('2027-03-05T18:59:00.000Z');
  }
});
