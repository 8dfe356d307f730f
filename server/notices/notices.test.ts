import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import {
  exportNotices,
  listNotices,
  maxNotices,
  readAllNotices,
  readNotice,
} from '#contract/messages/notices.ts';
import { countNotices } from '#contract/messages/unread-notices.ts';
import { askExtension } from '#contract/submissions.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { emailTestGroupMarks, markTestGroup } from '#server/test/records/marking.ts';
import {
  listEmailSubjects,
  listNoticeTexts,
  listTestNotices,
  marchReportId,
  setGroupDeadline,
} from '#server/test/records/notices.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { readSheetRecords } from '#tools/test/files/workbook.ts';
import { buildPdfFile } from '#tools/test/people.ts';
import { deleteOldNotices } from './delete-old-notices.ts';

describe('a user’s notices', () => {
  test('cannot be read by other users, including admins', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await setGroupDeadline(portal, team, '2027-04-05T10:00:00.000Z');
    const { _id } = getItemAt(await listTestNotices(team.student), 0);
    const params = { noticeId: _id };
    for (const { caller } of [team.mate, team.supervisor, { caller: portal.admin }]) {
      expect(await expectRefusal(portal, caller, readNotice, { params })).toMatchObject({
        status: 404,
        message: 'This notification doesn’t exist.',
      });
    }
    expect(await listTestNotices(team.mate)).not.toContainEqual(expect.objectContaining({ _id }));
  });

  test('are unread until the user opens them or marks all as read', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await team.student.caller.call(readAllNotices);
    const unread = async () => (await team.student.caller.call(countNotices)).unread;
    for (const day of ['05', '06', '07'])
      await setGroupDeadline(portal, team, `2027-04-${day}T10:00:00.000Z`);
    expect(await unread()).toBe(3);
    const [first] = await listTestNotices(team.student, { state: 'unread' });
    const params = { noticeId: first?._id ?? '' };
    const { notice } = await team.student.caller.call(readNotice, { params });
    expect(notice.readAt).toBe(portal.clock().toISOString());
    portal.wait(1000);
    expect((await team.student.caller.call(readNotice, { params })).notice).toEqual(notice);
    expect(await unread()).toBe(2);
    await team.student.caller.call(readAllNotices);
    expect(await unread()).toBe(0);
    expect(await listTestNotices(team.student, { state: 'unread' })).toEqual([]);
    expect(await listTestNotices(team.student)).toContainEqual(notice);
    expect((await team.mate.caller.call(countNotices)).unread).toBeGreaterThan(0);
  });

  test('can be filtered by kind, sorted, paginated and exported', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await setGroupDeadline(portal, team, '2027-04-05T10:00:00.000Z');
    portal.wait(1000);
    await markTestGroup(team, 9);
    await emailTestGroupMarks(team);
    const { caller } = team.student;
    const newest = await listTestNotices(team.student);
    expect(getItemAt(newest, 0).kind).toBe('marks');
    expect(await listTestNotices(team.student, { order: 'oldest' })).toHaveLength(newest.length);
    expect(await listNoticeTexts(team.student, 'extensions')).toEqual([
      'March Monthly Report has a new date for your group: 5 April 2027, 15:00.',
    ]);
    const query = { page: 2, limit: 1 };
    const { notices, total } = await caller.call(listNotices, { query });
    expect([notices[0]?.text, total]).toEqual([newest[1]?.text, newest.length]);
    const asked = { query: { format: 'xlsx', kind: 'marks' } };
    const response = await caller.request(exportNotices, asked);
    expect(await readSheetRecords(new Uint8Array(await response.arrayBuffer()))).toMatchObject([
      { About: 'Marks', Notice: getItemAt(newest, 0).text },
    ]);
  });

  test('do not extend the login session when a client polls them', async ({ portal }) => {
    const { caller } = await createTestUser(portal);
    portal.wait(11 * 3_600_000);
    await caller.call(countNotices);
    portal.wait(2 * 3_600_000);
    expect(await expectRefusal(portal, caller, countNotices)).toMatchObject({ code: 'signed-out' });
  });

  test('are deleted after a year, or earlier if they are not among the user’s 500 newest notices', async ({
    portal,
  }) => {
    const { userId, caller } = await createTestUser(portal);
    const other = await createTestUser(portal);
    const add = (user_id: string, created_at: string, text: string) => ({
      id: randomUUID(),
      user_id,
      kind: 'groups' as const,
      text,
      path: '/',
      created_at,
      awaits_digest: 0 as const,
    });
    const now = portal.clock().getTime();
    const many = Array.from({ length: maxNotices + 150 }, (_, index) =>
      add(userId, new Date(now - (index + 1) * 1000).toISOString(), `Number ${index}.`),
    );
    // Collect database statistics while the table has one row, and fill it afterwards. Such outdated statistics once
    // made `deleteOldNotices` take 20 s.
    await portal.db.insertInto('notices').values(many).execute();
    await portal.db.deleteFrom('notices').execute();
    const newest = add(userId, new Date(now).toISOString(), 'Newest.');
    await portal.db.insertInto('notices').values(newest).execute();
    await sql`vacuum`.execute(portal.db);
    await sql`analyze notices`.execute(portal.db);
    const old = add(other.userId, '2026-01-14T10:00:00.000Z', 'Old.');
    const young = add(other.userId, '2026-01-16T10:00:00.000Z', 'Young.');
    await portal.db
      .insertInto('notices')
      .values([...many, old, young])
      .execute();
    await deleteOldNotices(portal);
    const { total } = await caller.call(listNotices);
    expect(total).toBe(maxNotices);
    const query = { order: 'oldest', limit: 1 } as const;
    expect((await caller.call(listNotices, { query })).notices[0]?.text).toBe('Number 498.');
    expect(await listNoticeTexts(other)).toEqual(['Young.']);

    // Check that the job runs at most once an hour.
    await portal.db.insertInto('notices').values(old).execute();
    await deleteOldNotices(portal);
    expect(await listNoticeTexts(other)).toEqual(['Young.', 'Old.']);
    portal.wait(3_601_000);
    await deleteOldNotices(portal);
    expect(await listNoticeTexts(other)).toEqual(['Young.']);
  });
});

describe('a notice', () => {
  test('about a submission informs the supervisor without an email', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const { student, supervisor, examiner } = team;
    await student.caller.call(uploadDocument, {
      params: { kind: 'thesis', email: student.email },
      body: { file: buildPdfFile('thesis.pdf') },
    });
    expect(await listTestNotices(supervisor, { kind: 'documents' })).toMatchObject([
      {
        text: 'BSCS-2027-001 submitted: Thesis.',
        path: '/groups/BSCS-2027-001?tab=documents',
        readAt: null,
      },
    ]);
    expect(await listEmailSubjects(portal, supervisor.email)).toEqual([]);
    expect(await listNoticeTexts(examiner, 'documents')).toEqual([]);
    expect(await listNoticeTexts(student, 'documents')).toEqual([
      'Thesis of BSCS-2027-001 was received: thesis.pdf (version 1).',
    ]);
    expect(await listNoticeTexts(team.mate, 'documents')).toEqual([]);
  });

  test('informs the supervisor and the admins of an extension request exactly once', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const askedDue = '2027-04-15T12:00:00.000Z';
    await team.student.caller.call(askExtension, {
      params: { groupId: team.groupId },
      body: { deadlineId: marchReportId, askedDue, reason: 'We were ill.' },
    });
    for (const reader of [team.supervisor, { caller: portal.admin }]) {
      expect(await listTestNotices(reader, { kind: 'extensions' })).toMatchObject([
        { text: 'BSCS-2027-001 requests an extension: March Monthly Report.', path: '/desk' },
      ]);
    }
    expect(await listEmailSubjects(portal, 'admin@university.test')).toEqual([]);
  });

  test('tells members who their examiner is and who named them as members', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const { student, mate, examiner, supervisor } = team;
    const named = `${examiner.name} is now the external examiner of BSCS-2027-001.`;
    for (const { caller } of team.students) {
      expect(await listNoticeTexts({ caller }, 'groups')).toEqual([named]);
    }
    expect(await listNoticeTexts(mate, 'proposals')).toEqual([
      `${student.name} added you to BSCS-2027-001.`,
    ]);
    expect(await listNoticeTexts(student, 'proposals')).toEqual([]);
    expect(await listNoticeTexts(supervisor, 'proposals')).toEqual([
      `${student.name} proposed BSCS-2027-001 with you as supervisor.`,
    ]);
    expect(await listNoticeTexts(examiner, 'groups')).toEqual([
      'You were added as external examiner of BSCS-2027-001.',
    ]);
  });
});
