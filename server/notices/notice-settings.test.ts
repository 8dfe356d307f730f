import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { sendReminders as remindByHand } from '#contract/board.ts';
import { findNoticeSettings, saveNoticeSetting } from '#contract/messages/notices.ts';
import { findReminderSetting, muteReminders } from '#contract/submissions.ts';
import { openDatabase } from '#server/backup/places.ts';
import { migrate } from '#server/db/migrate.ts';
import {
  createTestGroup,
  createTestUser,
  dateBeforeReports,
  removeEmailConfirmation,
  type TestUser,
} from '#server/test/people.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';
import { emailTestGroupMarks, markTestGroup } from '#server/test/records/marking.ts';
import {
  listEmailSubjects,
  listNoticeTexts,
  setGroupDeadline,
} from '#server/test/records/notices.ts';
import { expectRefusal } from '#server/test/refusal.ts';

type Kind = 'documents' | 'extensions' | 'groups' | 'reminders';
const choose = ({ caller }: TestUser, kind: Kind, delivery: 'email' | 'digest' | 'page' | 'off') =>
  caller.call(saveNoticeSetting, { params: { kind }, body: { delivery } });

describe('the delivery setting for a kind of notice', () => {
  test('cannot be changed for notices about marks, which are always emailed', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal);
    for (const delivery of ['digest', 'page', 'off']) {
      const input = { params: { kind: 'marks' }, body: { delivery } };
      const refused = await expectRefusal(portal, caller, saveNoticeSetting, input);
      expect(refused).toMatchObject({
        status: 400,
        message: 'Marks: you can’t turn off this email.',
      });
    }
  });

  test('defaults to an email in addition to the notice on the notices page', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const { settings } = await team.student.caller.call(findNoticeSettings);
    expect(settings.map(({ kind }) => kind)).toContain('marks');
    expect(new Set(settings.map(({ delivery }) => delivery))).toEqual(new Set(['email']));
    await markTestGroup(team, 9, 8);
    await emailTestGroupMarks(team);
    for (const { email, caller } of team.students) {
      expect(await listEmailSubjects(portal, email)).toEqual(['BSCS-2027-001: Month 1 marked']);
      expect(await listNoticeTexts({ caller }, 'marks')).toEqual([
        'BSCS-2027-001: Month 1 marked.',
      ]);
    }
  });

  test.for([
    { delivery: 'digest', isShown: true },
    { delivery: 'page', isShown: true },
    { delivery: 'off', isShown: false },
  ] as const)(
    'prevents immediate emails of this kind if it is $delivery, and does not affect other kinds',
    async ({ delivery, isShown }, { portal }) => {
      const team = await createTestGroup(portal);
      await choose(team.student, 'extensions', delivery);
      await setGroupDeadline(portal, team, '2027-04-05T10:00:00.000Z');
      await markTestGroup(team, 9, 8);
      await emailTestGroupMarks(team);
      const { student, mate } = team;
      expect(await listEmailSubjects(portal, student.email)).toEqual([
        'BSCS-2027-001: Month 1 marked',
      ]);
      expect(await listEmailSubjects(portal, mate.email)).toHaveLength(2);
      expect(await listNoticeTexts(student, 'extensions')).toHaveLength(isShown ? 1 : 0);
    },
  );

  test('does not stop emails to a member whose account is unconfirmed, even if it is “off”', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await choose(team.student, 'extensions', 'off');
    await removeEmailConfirmation(portal.db, team.student.userId);
    await setGroupDeadline(portal, team, '2027-04-05T10:00:00.000Z');
    expect(await listEmailSubjects(portal, team.student.email)).toEqual([
      'March Monthly Report: new date',
    ]);
    expect(await listNoticeTexts(team.student, 'extensions')).toEqual([]);
  });

  test('does not exist for a member without an account, who always receives emails', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const email = 'no.account@university.test';
    await portal.db.updateTable('members').set({ email, user_id: null }).execute();
    await setGroupDeadline(portal, team, '2027-04-05T10:00:00.000Z');
    expect(await listEmailSubjects(portal, email)).toEqual(['March Monthly Report: new date']);
  });

  test('becomes “page” if a student mutes reminders, and does not stop emails that staff send manually', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1, createdAt: dateBeforeReports });
    const { caller, email } = team.student;
    expect(await caller.call(findReminderSetting)).toEqual({ isMuted: false });
    await caller.call(muteReminders, { body: { isMuted: true } });
    expect(await caller.call(findReminderSetting)).toEqual({ isMuted: true });
    const { settings } = await caller.call(findNoticeSettings);
    expect(settings).toContainEqual({ kind: 'reminders', delivery: 'page' });
    await choose(team.student, 'reminders', 'digest');
    await caller.call(muteReminders, { body: { isMuted: false } });
    const { settings: left } = await caller.call(findNoticeSettings);
    expect(left).toContainEqual({ kind: 'reminders', delivery: 'digest' });
    await choose(team.student, 'reminders', 'off');
    await caller.call(muteReminders, { body: { isMuted: true } });
    const { settings: unchanged } = await caller.call(findNoticeSettings);
    expect(unchanged).toContainEqual({ kind: 'reminders', delivery: 'off' });
    const deadlineId = 'november-monthly-report';
    const body = { groupIds: [team.groupId], deadlineId, dryRun: false };
    await team.supervisor.caller.call(remindByHand, { body });
    expect(await listEmailSubjects(portal, email)).toHaveLength(1);
    const rows = await portal.db.selectFrom('emails').select(['user_id', 'kind']).execute();
    expect(rows).toEqual([{ user_id: null, kind: null }]);
  });

  test('is set to “page” by the migration for users who had muted reminders', async ({
    portal,
  }) => {
    const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
    const db = openDatabase(await createEmptyDataLocation(portal, kind));
    await migrate(db, '0019-board-views');
    const at0 = '2027-01-01T00:00:00.000Z';
    const id = randomUUID();
    await db
      .insertInto('users')
      .values({
        id,
        name: 'N',
        name_key: 'n',
        email: 'n@university.test',
        password_hash: '',
        role: 'student',
        created_at: at0,
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
