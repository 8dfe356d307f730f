import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { sendReminders as remindByHand } from '#contract/board.ts';
import { uploadDocument } from '#contract/documents.ts';
import {
  countNotices,
  exportNotices,
  findNoticeSettings,
  listNotices,
  mostNotices,
  readAllNotices,
  readNotice,
  saveNoticeSetting,
} from '#contract/notices.ts';
import { askExtension, muteReminders, setGroupDeadlines } from '#contract/submissions.ts';
import { openDatabase } from '#server/backup/places.ts';
import { migrate } from '#server/db/migrate.ts';
import { mailTeam, markTeam } from '#server/test/marking.ts';
import { aTeam, at, type Somebody, somebody } from '#server/test/people.ts';
import { anEmptyPlace } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { aPdf } from '#tools/test/people.ts';
import { readRecords } from '#tools/test/workbook.ts';
import { deleteOldNotices } from './delete-old-notices.ts';

type Team = Awaited<ReturnType<typeof aTeam>>;
type Kind = 'documents' | 'extensions' | 'groups' | 'reminders';
const march = 'march-monthly-report';

const listOf = async ({ caller }: Pick<Somebody, 'caller'>, query: object = {}) =>
  (await caller.call(listNotices, { query })).notices;
const textsOf = async (who: Pick<Somebody, 'caller'>, kind?: string) =>
  (await listOf(who, kind ? { kind } : {})).map(({ text }) => text);
const choose = ({ caller }: Somebody, kind: Kind, delivery: 'email' | 'digest' | 'page' | 'off') =>
  caller.call(saveNoticeSetting, { params: { kind }, body: { delivery } });
const subjectsTo = async (portal: Portal, email: string) =>
  (
    await portal.db
      .selectFrom('emails')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('queued_at')
      .execute()
  ).map(({ subject }) => subject);
const move = (portal: Portal, { groupId }: Team, due: string) =>
  portal.admin.call(setGroupDeadlines, {
    params: { deadlineId: march },
    body: {
      ...{ groupIds: [groupId], reason: 'As agreed.', dryRun: false },
      change: { to: 'date', due },
    },
  });

describe('somebody’s notices', () => {
  test('are read by nobody else', async ({ portal }) => {
    const team = await aTeam(portal);
    await move(portal, team, '2027-04-05T10:00:00.000Z');
    const { _id } = at(await listOf(team.student), 0);
    const params = { noticeId: _id };
    for (const { caller } of [team.mate, team.supervisor, { caller: portal.admin }]) {
      expect(await refusalOf(portal, caller, readNotice, { params })).toMatchObject({
        status: 404,
        message: 'You have no such notice.',
      });
    }
    expect(await listOf(team.mate)).not.toContainEqual(expect.objectContaining({ _id }));
  });

  test('are unread until they are opened, or all are marked as read', async ({ portal }) => {
    const team = await aTeam(portal);
    await team.student.caller.call(readAllNotices);
    const unread = async () => (await team.student.caller.call(countNotices)).unread;
    for (const day of ['05', '06', '07']) await move(portal, team, `2027-04-${day}T10:00:00.000Z`);
    expect(await unread()).toBe(3);
    const [first] = await listOf(team.student, { state: 'unread' });
    const params = { noticeId: first?._id ?? '' };
    const { notice } = await team.student.caller.call(readNotice, { params });
    expect(notice.readAt).toBe(portal.clock().toISOString());
    portal.wait(1000);
    expect((await team.student.caller.call(readNotice, { params })).notice).toEqual(notice);
    expect(await unread()).toBe(2);
    await team.student.caller.call(readAllNotices);
    expect(await unread()).toBe(0);
    expect(await listOf(team.student, { state: 'unread' })).toEqual([]);
    // What was read before keeps its time.
    expect(await listOf(team.student)).toContainEqual(notice);
    expect((await team.mate.caller.call(countNotices)).unread).toBeGreaterThan(0);
  });

  test('are listed by kind and order, in pages, and come out as a file', async ({ portal }) => {
    const team = await aTeam(portal, { size: 1 });
    await move(portal, team, '2027-04-05T10:00:00.000Z');
    portal.wait(1000);
    await markTeam(team, 9);
    await mailTeam(team);
    const { caller } = team.student;
    const newest = await listOf(team.student);
    expect(at(newest, 0).kind).toBe('marks');
    expect(await listOf(team.student, { order: 'oldest' })).toHaveLength(newest.length);
    expect(await textsOf(team.student, 'extensions')).toEqual([
      'March Monthly Report has a new date for your group: 5 April 2027, 15:00.',
    ]);
    const query = { page: 2, limit: 1 };
    const { notices, total } = await caller.call(listNotices, { query });
    expect([notices[0]?.text, total]).toEqual([newest[1]?.text, newest.length]);
    const asked = { query: { format: 'xlsx', kind: 'marks' } };
    const response = await caller.request(exportNotices, asked);
    expect(await readRecords(new Uint8Array(await response.arrayBuffer()))).toMatchObject([
      { About: 'Marks', Notice: at(newest, 0).text },
    ]);
  });

  test('asked for by a timer do not keep a session alive', async ({ portal }) => {
    const { caller } = await somebody(portal);
    portal.wait(11 * 3_600_000);
    await caller.call(countNotices);
    portal.wait(2 * 3_600_000);
    expect(await refusalOf(portal, caller, countNotices)).toMatchObject({ code: 'signed-out' });
  });

  test('beyond the newest 500, or older than a year, are deleted', async ({ portal }) => {
    const { userId, caller } = await somebody(portal);
    const other = await somebody(portal);
    const add = (user_id: string, created_at: string, text: string) => ({
      ...{ id: randomUUID(), user_id, kind: 'groups' as const, text, path: '/' },
      ...{ created_at, awaits_digest: 0 as const },
    });
    const now = portal.clock().getTime();
    const many = Array.from({ length: mostNotices + 2 }, (_, index) =>
      add(userId, new Date(now - index * 1000).toISOString(), `Number ${index}.`),
    );
    const old = add(other.userId, '2026-01-14T10:00:00.000Z', 'Old.');
    const young = add(other.userId, '2026-01-16T10:00:00.000Z', 'Young.');
    await portal.db
      .insertInto('notices')
      .values([...many, old, young])
      .execute();
    await deleteOldNotices(portal);
    const { total } = await caller.call(listNotices);
    expect(total).toBe(mostNotices);
    const query = { order: 'oldest', limit: 1 } as const;
    expect((await caller.call(listNotices, { query })).notices[0]?.text).toBe('Number 499.');
    expect(await textsOf(other)).toEqual(['Young.']);

    // Once an hour, by one process.
    await portal.db.insertInto('notices').values(old).execute();
    await deleteOldNotices(portal);
    expect(await textsOf(other)).toEqual(['Young.', 'Old.']);
    portal.wait(3_601_000);
    await deleteOldNotices(portal);
    expect(await textsOf(other)).toEqual(['Young.']);
  });
});

describe('how one hears of something', () => {
  test('cannot be changed to no email of marks', async ({ portal }) => {
    const { caller } = await somebody(portal);
    for (const delivery of ['digest', 'page', 'off']) {
      const input = { params: { kind: 'marks' }, body: { delivery } };
      const refused = await refusalOf(portal, caller, saveNoticeSetting, input);
      expect(refused).toMatchObject({
        status: 400,
        message: 'Marks: the email cannot be switched off.',
      });
    }
  });

  test('is by email and on the page unless one chooses otherwise', async ({ portal }) => {
    const team = await aTeam(portal);
    const { settings } = await team.student.caller.call(findNoticeSettings);
    expect(settings.map(({ kind }) => kind)).toContain('marks');
    expect(new Set(settings.map(({ delivery }) => delivery))).toEqual(new Set(['email']));
    await markTeam(team, 9, 8);
    await mailTeam(team);
    for (const { email, caller } of team.students) {
      expect(await subjectsTo(portal, email)).toEqual(['BSCS-2027-001: Month 1 marked']);
      expect(await textsOf({ caller }, 'marks')).toEqual(['BSCS-2027-001: Month 1 marked.']);
    }
  });

  test.for([
    { delivery: 'digest', isShown: true },
    { delivery: 'page', isShown: true },
    { delivery: 'off', isShown: false },
  ] as const)(
    'as $delivery brings no email at once, and nothing else changes',
    async ({ delivery, isShown }, { portal }) => {
      const team = await aTeam(portal);
      await choose(team.student, 'extensions', delivery);
      await move(portal, team, '2027-04-05T10:00:00.000Z');
      await markTeam(team, 9, 8);
      await mailTeam(team);
      const { student, mate } = team;
      expect(await subjectsTo(portal, student.email)).toEqual(['BSCS-2027-001: Month 1 marked']);
      expect(await subjectsTo(portal, mate.email)).toHaveLength(2);
      expect(await textsOf(student, 'extensions')).toHaveLength(isShown ? 1 : 0);
    },
  );

  test('is decided for a member by nobody who has not confirmed the address', async ({
    portal,
  }) => {
    const team = await aTeam(portal, { size: 1 });
    await choose(team.student, 'extensions', 'off');
    await portal.db
      .updateTable('users')
      .set({ email_confirmed_at: null })
      .where('id', '=', team.student.userId)
      .execute();
    await move(portal, team, '2027-04-05T10:00:00.000Z');
    expect(await subjectsTo(portal, team.student.email)).toEqual([
      'March Monthly Report: new date',
    ]);
    expect(await textsOf(team.student, 'extensions')).toEqual([]);
  });

  test('is by email for a member without an account', async ({ portal }) => {
    const team = await aTeam(portal, { size: 1 });
    const email = 'no.account@university.test';
    await portal.db.updateTable('members').set({ email }).execute();
    await move(portal, team, '2027-04-05T10:00:00.000Z');
    expect(await subjectsTo(portal, email)).toEqual(['March Monthly Report: new date']);
  });

  test('is the same setting as muted reminders, and what somebody writes comes all the same', async ({
    portal,
  }) => {
    const team = await aTeam(portal, { size: 1 });
    const { caller, email } = team.student;
    await caller.call(muteReminders, { body: { isMuted: true } });
    const { settings } = await caller.call(findNoticeSettings);
    expect(settings).toContainEqual({ kind: 'reminders', delivery: 'page' });
    await choose(team.student, 'reminders', 'digest');
    await caller.call(muteReminders, { body: { isMuted: false } });
    const { settings: left } = await caller.call(findNoticeSettings);
    expect(left).toContainEqual({ kind: 'reminders', delivery: 'digest' });
    await choose(team.student, 'reminders', 'off');
    const deadlineId = 'november-monthly-report';
    const body = { groupIds: [team.groupId], deadlineId, dryRun: false };
    await team.supervisor.caller.call(remindByHand, { body });
    expect(await subjectsTo(portal, email)).toHaveLength(1);
    const rows = await portal.db.selectFrom('emails').select(['user_id', 'kind']).execute();
    expect(rows).toEqual([{ user_id: null, kind: null }]);
  });

  test('is kept for those who had muted reminders before the update', async ({ portal }) => {
    const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
    const db = openDatabase(await anEmptyPlace(portal, kind));
    await migrate(db, '0019-board-views');
    const at0 = '2027-01-01T00:00:00.000Z';
    const id = randomUUID();
    await db
      .insertInto('users')
      .values({
        ...{ id, name: 'N', name_key: 'n', email: 'n@university.test', password_hash: '' },
        ...{ role: 'student', created_at: at0 },
      })
      .execute();
    await db.insertInto('muted_reminders').values({ user_id: id, muted_at: at0 }).execute();
    await migrate(db);
    expect(await db.selectFrom('notice_settings').selectAll().execute()).toEqual([
      { user_id: id, kind: 'reminders', delivery: 'page' },
    ]);
    expect(await db.selectFrom('muted_reminders').selectAll().execute()).toEqual([]);
    await db.destroy();
  });
});

describe('a notice', () => {
  test('tells a supervisor what their group handed in, with no email', async ({ portal }) => {
    const team = await aTeam(portal);
    const { student, supervisor, examiner } = team;
    await student.caller.call(uploadDocument, {
      params: { kind: 'thesis', email: student.email },
      body: { file: aPdf('thesis.pdf') },
    });
    expect(await listOf(supervisor, { kind: 'documents' })).toMatchObject([
      { text: 'BSCS-2027-001 handed in: Thesis.', path: '/groups/BSCS-2027-001', readAt: null },
    ]);
    expect(await subjectsTo(portal, supervisor.email)).toEqual([]);
    expect(await textsOf(examiner, 'documents')).toEqual([]);
    expect(await textsOf(student, 'documents')).toEqual([
      'Thesis of BSCS-2027-001 was received: thesis.pdf (version 1).',
    ]);
    expect(await textsOf(team.mate, 'documents')).toEqual([]);
  });

  test('tells deciders of a request, each once', async ({ portal }) => {
    const team = await aTeam(portal);
    const askedDue = '2027-04-15T12:00:00.000Z';
    await team.student.caller.call(askExtension, {
      params: { groupId: team.groupId },
      body: { deadlineId: march, askedDue, reason: 'We were ill.' },
    });
    for (const who of [team.supervisor, { caller: portal.admin }]) {
      expect(await listOf(who, { kind: 'extensions' })).toMatchObject([
        { text: 'BSCS-2027-001 asks for an extension: March Monthly Report.', path: '/desk' },
      ]);
    }
    expect(await subjectsTo(portal, 'admin@university.test')).toEqual([]);
  });

  test('tells members who was named for their group, and who named them', async ({ portal }) => {
    const team = await aTeam(portal);
    const { student, mate, examiner, supervisor } = team;
    const named = `${examiner.name} is now the external examiner of BSCS-2027-001.`;
    for (const { caller } of team.students) {
      expect(await textsOf({ caller }, 'groups')).toEqual([named]);
    }
    expect(await textsOf(mate, 'proposals')).toEqual([
      `${student.name} named you as a member of BSCS-2027-001.`,
    ]);
    expect(await textsOf(student, 'proposals')).toEqual([]);
    expect(await textsOf(supervisor, 'proposals')).toEqual([
      `${student.name} proposed BSCS-2027-001 with you as supervisor.`,
    ]);
    expect(await textsOf(examiner, 'groups')).toEqual([
      'You are named as external examiner of BSCS-2027-001.',
    ]);
  });
});
