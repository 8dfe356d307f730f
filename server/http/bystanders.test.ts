import { expect } from 'vitest';
import {
  changePassword,
  confirmEmail,
  forgotPassword,
  register,
  resendConfirmation,
  resetPassword,
} from '#contract/account.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { uploadDocument } from '#contract/documents.ts';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { endSession, listSessions, login, logout } from '#contract/session.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { createOneUseLink } from '#server/session/one-use-links.ts';
import {
  buildMemberEdits,
  createTestGroup,
  createTestUser,
  getItemAt,
  type TestGroup,
} from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import {
  buildEmailAddress,
  buildPdfFile,
  createUniqueName,
  testUserPassword,
} from '#tools/test/people.ts';

const another = 'another long passphrase';

async function createBusyTeam(portal: Portal): Promise<TestGroup> {
  const team = await createTestGroup(portal);
  const { groupId, ids, supervisor, examiner, student } = team;
  const marksOf = (cells: object) => Object.fromEntries(ids.map((id) => [id, cells]));
  const month = marksOf({ month1: { marks: 5, feedback: 'Good.' } });
  await supervisor.caller.call(saveMarks, {
    body: { semester: 'Semester 7', groupId, marks: month },
  });
  await supervisor.caller.call(mailGroup, { params: { groupId } });
  const viva = marksOf({ externalViva: { marks: 30 } });
  await examiner.caller.call(saveMarks, {
    body: {
      semester: 'External Viva',
      groupId,
      marks: viva,
      vivaDate: '2027-01-14',
      vivaStatus: 'pass',
    },
  });
  for (const purpose of ['reset-password', 'confirm-email'] as const) {
    await createOneUseLink(portal.db, student.userId, purpose, 3_600_000, portal.clock());
  }
  await portal.visitor.request(login, { body: { email: student.email, password: another } });
  return team;
}

async function rowsOf({ db }: Portal, { groupId, ids, ...team }: TestGroup) {
  const people = [...team.students, team.supervisor, team.examiner];
  const userIds = people.map(({ userId }) => userId);
  const emails = people.map(({ email }) => email);
  return {
    users: await db.selectFrom('users').selectAll().where('id', 'in', userIds).execute(),
    sessions: await db.selectFrom('sessions').selectAll().where('user_id', 'in', userIds).execute(),
    links: await db
      .selectFrom('one_use_links')
      .selectAll()
      .where('user_id', 'in', userIds)
      .execute(),
    failures: await db.selectFrom('rate_limits').selectAll().where('email', 'in', emails).execute(),
    groups: await db.selectFrom('groups').selectAll().where('id', '=', groupId).execute(),
    members: await db.selectFrom('members').selectAll().where('group_id', '=', groupId).execute(),
    marks: await db.selectFrom('marks').selectAll().where('member_id', 'in', ids).execute(),
    changes: await db.selectFrom('changes').selectAll().where('group_id', '=', groupId).execute(),
    documents: await db
      .selectFrom('documents')
      .selectAll()
      .where('group_id', '=', groupId)
      .execute(),
    emails: await db.selectFrom('emails').selectAll().where('recipient', 'in', emails).execute(),
  };
}

const sorted = (rows: Record<string, object[]>) =>
  Object.entries(rows).map(([table, all]) => [table, all.map((row) => JSON.stringify(row)).sort()]);

test('a user’s requests never change rows of an unrelated group or account', {
  timeout: 60_000,
}, async () => {
  const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'on' });
  const bystanders = await createBusyTeam(portal);
  const team = await createBusyTeam(portal);
  const before = await rowsOf(portal, bystanders);
  for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);
  portal.wait(10 * 60_000);

  const { groupId, ids, supervisor, examiner, student, mate } = team;
  const { admin, visitor } = portal;
  const { email } = student;
  const change = (body: object) =>
    admin.request(updateUser, { params: { userId: mate.userId }, body });
  const newcomer = {
    name: createUniqueName('Newcomer'),
    email: 'newcomer@university.test',
    password: testUserPassword,
  };
  const marks = { [getItemAt(ids, 0)]: { month2: { marks: 6 } } };
  const linkTo = async (recipient: string) => {
    const { text_body } = await portal.db
      .selectFrom('emails')
      .select('text_body')
      .where('recipient', '=', recipient)
      .orderBy('queued_at', 'desc')
      .executeTakeFirstOrThrow();
    return { token: /#(?:reset|confirm)=([\w-]+)/.exec(text_body)?.[1] };
  };
  const enter = async () =>
    (await createTestUser(portal, 'student', createUniqueName('Student'))).caller;

  const acts: Record<string, () => Promise<Response>> = {
    'failed logins': async () => {
      const fail = () => visitor.request(login, { body: { email, password: another } });
      for (let attempt = 0; attempt < 10; attempt += 1) await fail();
      return fail();
    },
    'a login': () =>
      visitor.request(login, { body: { email: mate.email, password: testUserPassword } }),
    'a logout': async () => (await enter()).request(logout),
    'the end of a session': async () => {
      const caller = await enter();
      const { sessions } = await caller.call(listSessions);
      expect(sessions).toHaveLength(1);
      return caller.request(endSession, { params: { sessionId: getItemAt(sessions, 0)._id } });
    },
    'a changed password': () =>
      mate.caller.request(changePassword, {
        body: { current: testUserPassword, password: another },
      }),
    'a forgotten password': () => visitor.request(forgotPassword, { body: { email } }),
    'a password set anew': async () =>
      visitor.request(resetPassword, { body: { ...(await linkTo(email)), password: another } }),
    'a sign-up': () => visitor.request(register, { body: newcomer }),
    'a confirmation': async () =>
      visitor.request(confirmEmail, {
        body: { ...(await linkTo(newcomer.email)), password: testUserPassword },
      }),
    'an email sent again': () => examiner.caller.request(resendConfirmation),
    'an account made': () =>
      admin.request(createUser, {
        body: {
          name: createUniqueName('New'),
          email: buildEmailAddress(createUniqueName('New')),
          role: 'faculty',
        },
      }),
    'a new name': () => change({ name: createUniqueName('Renamed') }),
    'a new email': () => change({ email: 'elsewhere@university.test' }),
    'a new password': () => change({ password: testUserPassword }),
    'a new role': () => change({ role: 'faculty' }),
    'a block': () => change({ blocked: true }),
    'a supervisor’s new name': () =>
      admin.request(updateUser, {
        params: { userId: supervisor.userId },
        body: { name: `${supervisor.name} Junior` },
      }),
    'a changed group': () =>
      admin.request(updateGroup, {
        params: { groupId },
        body: {
          fypTitle: 'Another title',
          fypGroupMembers: buildMemberEdits(ids, {
            _id: getItemAt(ids, 0),
            name: 'Another Name',
          }),
          externalVivaDetails: { vivaFeedback: 'Well done.' },
        },
      }),
    marks: () =>
      supervisor.caller.request(saveMarks, { body: { semester: 'Semester 7', groupId, marks } }),
    'the viva’s record': () =>
      examiner.caller.request(saveMarks, {
        body: { semester: 'External Viva', groupId, vivaDate: '2027-01-13' },
      }),
    emails: () => supervisor.caller.request(mailGroup, { params: { groupId } }),
    'an upload': async () => {
      const caller = await portal.logInAs(student.userId);
      const params = { kind: 'thesis', email };
      return caller.request(uploadDocument, { params, body: { file: buildPdfFile() } });
    },
    'a deletion': () => admin.request(deleteGroup, { params: { groupId } }),
    'a restoration': () => admin.request(restoreGroup, { params: { groupId } }),
  };
  const expected: Record<string, number> = { 'failed logins': 429, 'an email sent again': 403 };
  for (const [what, act] of Object.entries(acts)) {
    const response = await act();
    const status = response.status === 201 ? 200 : response.status;
    expect(`${what} ${status}`, await response.text()).toBe(`${what} ${expected[what] ?? 200}`);
    expect(sorted(await rowsOf(portal, bystanders)), what).toEqual(sorted(before));
  }
  await close();
});
