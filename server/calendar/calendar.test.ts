import ICAL from 'ical.js';
import { describe, expect } from 'vitest';
import { saveMarks } from '#contract/marks.ts';
import { endCalendar, findCalendar, makeCalendar } from '#contract/messages/calendar.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { updateUser } from '#contract/users.ts';
import { buildCohortQueryParams } from '#server/test/content/settings.ts';
import {
  createTestGroup,
  createTestUser,
  dateBeforeReports,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';
import { expectRefusalWhenSending } from '#server/test/refusal.ts';

const thesis = 'thesis-and-sim-report-soft-copies';

async function subscribe({ caller }: Pick<TestUser, 'caller'>, portal: Portal) {
  const { url } = await caller.call(makeCalendar);
  return () => portal.visitor.fetch(new URL(url).pathname);
}

async function eventsOf(read: () => Promise<Response>) {
  const calendar = new ICAL.Component(ICAL.parse(await (await read()).text()));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const { summary, uid, sequence, endDate, startDate } = event;
    const at = startDate.isDate ? startDate.toString() : endDate.toJSDate().toISOString();
    return { summary, uid, sequence, at };
  });
}

async function changeThesis(portal: Portal, change: { due?: string; title?: string }) {
  const { version, value } = await portal.admin.call(getSetting, { params: { name: 'deadlines' } });
  const changed = (value as { id: string }[]).map((deadline) =>
    deadline.id === thesis ? { ...deadline, ...change } : deadline,
  );
  await portal.admin.call(saveSetting, {
    params: { name: 'deadlines' },
    query: buildCohortQueryParams(portal),
    body: { version, value: changed as never },
  });
}

describe('a calendar URL', () => {
  test("returns the deadlines of a student's group, with any extensions applied, and its viva", async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const read = await subscribe(team.student, portal);
    const before = await eventsOf(read);
    expect(before).toHaveLength(8);
    expect(before.find(({ uid }) => uid.startsWith(thesis))).toMatchObject({
      summary: 'Thesis and Sim-report soft copies',
      sequence: 0,
      at: '2027-05-07T18:59:00.000Z',
    });
    expect(await eventsOf(read)).toEqual(before);

    await setGroupDeadline(portal, team, '2027-06-01T12:00:00.000Z', thesis);
    await team.examiner.caller.call(saveMarks, {
      body: { semester: 'External Viva', groupId: team.groupId, vivaDate: '2027-05-22' },
    });
    const after = await eventsOf(read);
    expect(after.find(({ uid }) => uid.startsWith(thesis))).toMatchObject({
      sequence: 1,
      at: '2027-06-01T12:00:00.000Z',
    });
    expect(after.at(-1)).toMatchObject({
      summary: `Viva of ${team.group.fypGroupName}`,
      at: '2027-05-22',
      sequence: 1,
    });
    const rest = (events: typeof after) =>
      events.filter(({ uid }) => !uid.startsWith(thesis) && !uid.startsWith('viva'));
    expect(rest(after)).toEqual(rest(before));
  });

  test.for([
    ['with events and a long title in several scripts', true],
    ['without events', false],
  ] as const)(
    'returns a calendar that follows RFC 5545 to the last line: %s',
    async ([, hasEvents], { portal }) => {
      const title = `Report, ${'مشروع 😀 '.repeat(8)}; part \\1`;
      const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
      await changeThesis(portal, { title });
      const newcomer = await createTestUser(portal, 'student');
      const read = await subscribe(hasEvents ? team.student : newcomer, portal);
      const bytes = Buffer.from(await (await read()).arrayBuffer());
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      const lines = text.split('\r\n');
      expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
      // A folded character would be invalid in both of its lines.
      expect(
        lines.filter((line) => Buffer.byteLength(line) > 75 || line.includes('\ufffd')),
      ).toEqual([]);
      expect(text).toContain('\r\nNAME:FYP Portal\\, ');
      const parsed = new ICAL.Component(ICAL.parse(text));
      expect(parsed.getAllSubcomponents()).toHaveLength(hasEvents ? 8 : 1);
      expect((await eventsOf(read)).some(({ summary }) => summary === title)).toBe(hasEvents);
    },
  );

  test('can be revoked, is invalidated by a new URL, and does not work while its owner is blocked', async ({
    portal,
  }) => {
    const { student, supervisor } = await createTestGroup(portal);
    await supervisor.caller.call(makeCalendar);
    expect(await student.caller.call(findCalendar)).toEqual({ madeAt: null });
    const first = await subscribe(student, portal);
    const second = await subscribe(student, portal);
    expect((await expectRefusalWhenSending(portal, first)).code).toBe('not-found');
    expect((await second()).status).toBe(200);
    const block = (blocked: boolean) =>
      portal.admin.call(updateUser, { params: { userId: student.userId }, body: { blocked } });
    await block(true);
    expect((await expectRefusalWhenSending(portal, second)).code).toBe('not-found');
    await block(false);
    const caller = await portal.logInAs(student.userId);
    await caller.call(endCalendar);
    expect((await expectRefusalWhenSending(portal, second)).code).toBe('not-found');
  });

  test('appears neither in the log nor in the database, which stores only its hash', async ({
    portal,
  }) => {
    const { student } = await createTestGroup(portal);
    const { url } = await student.caller.call(makeCalendar);
    const { pathname } = new URL(url);
    const secret = pathname.replace('/calendar/', '').replace('.ics', '');
    await portal.visitor.fetch(pathname);
    await portal.visitor.fetch(`${pathname}x`);
    expect(portal.logged.join('')).not.toContain(secret);
    expect(JSON.stringify(await portal.snapshot())).not.toContain(secret);
  });
});
