import { describe, expect } from 'vitest';
import * as account from '#contract/account.ts';
import { confirmEmail, register } from '#contract/account.ts';
import { dismissEmail, sendEmailAgain, updateGroup } from '#contract/admin.ts';
import { auditActions, exportAudit } from '#contract/audit.ts';
import { checkDocument, openDocument, uploadDocument } from '#contract/documents.ts';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { objectToGroup, settleObjection } from '#contract/objections.ts';
import { submitProposal } from '#contract/proposals.ts';
import * as session from '#contract/session.ts';
import { createUser, updateUser } from '#contract/users.ts';
import type { Row } from '#server/db/tables.ts';
import { endpoints } from '#server/features.ts';
import { mailForgotten } from '#server/marks/mail-group.ts';
import { anUndeliverableEmail } from '#server/test/emails.ts';
import { anObjection } from '#server/test/objections.ts';
import { aTeam, at, somebody, type Team } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { prepareFirstAdmin } from '#server/users/first-admin.ts';
import { aName, aPdf, aProposal, emailOf, password } from '#tools/test/people.ts';

type Entry = Row<'audit_entries'>;
const entriesOf = (portal: Portal): Promise<Entry[]> =>
  portal.db.selectFrom('audit_entries').selectAll().orderBy('sequence').execute();

/** What an act adds to the trail, each entry as "action: subject: detail". */
async function added(portal: Portal, act: () => Promise<unknown>): Promise<string[]> {
  const before = (await entriesOf(portal)).length;
  await act();
  const entries = (await entriesOf(portal)).slice(before);
  return entries.map(({ action, subject_name, detail }) => `${action}: ${subject_name}: ${detail}`);
}

/** The secret of the newest email's link. */
async function linkIn(portal: Portal, recipient: string) {
  const { text_body } = await portal.db
    .selectFrom('emails')
    .select('text_body')
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow();
  return /#(?:reset|confirm)=([\w-]+)/.exec(text_body)?.[1] ?? '';
}

const covered = new Set<string>();
/** Holds an endpoint's declaration against what a test has seen of it. */
function expectDeclared(name: string, said: readonly string[]) {
  const endpoint = endpoints.find((each) => each.name === name)?.endpoint;
  for (const line of said) {
    const action = line.split(':')[0] ?? '';
    expect(endpoint?.audit, `${name}: ${action}`).toContain(action);
    covered.add(`${name}: ${action}`);
  }
}

const marksOf = ({ groupId, ids }: Team, feedback: string) => ({
  semester: 'Semester 7' as const,
  groupId,
  marks: {
    [at(ids, 0)]: { proposal: { marks: 7.5, feedback }, month1: { marks: 3 } },
    [at(ids, 1)]: { month1: { marks: 4 } },
  },
});

describe('the audit trail', () => {
  test('tells of everything around a login, and of whom by which request', async ({ portal }) => {
    const { name, email, userId, caller } = await somebody(portal);
    const me = `${name} (${email})`;
    const logIn = (given: string) =>
      portal.visitor.request(session.login, { body: { email, password: given } });
    const steps: [string, () => Promise<unknown>, string[]][] = [
      ['login', () => logIn(password), [`logged-in: ${me}: node`]],
      ['login', () => logIn('a wrong one'), [`login-refused: ${me}: wrong password`]],
      [
        'login',
        () =>
          portal.visitor.request(session.login, { body: { email: 'no@body.test', password: 'x' } }),
        ['login-refused: no@body.test: no such account'],
      ],
      [
        'changePassword',
        async () => {
          const body = { current: 'a wrong one', password: 'x2 y3 z4' };
          const elsewhere = await portal.enter(userId);
          for (let time = 0; time < 5; time += 1) {
            await elsewhere.request(account.changePassword, { body });
          }
        },
        [
          ...Array(5).fill(`password-change-refused: ${me}: wrong current password`),
          `session-ended: ${me}: after 5 wrong current passwords`,
        ],
      ],
      [
        'changePassword',
        () =>
          caller.call(account.changePassword, {
            body: { current: password, password: 'x2 y3 z4' },
          }),
        [`password-changed: ${me}: `],
      ],
      [
        'endSession',
        async () => {
          await logIn('x2 y3 z4');
          const { sessions } = await caller.call(session.listSessions);
          const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?._id ?? '';
          await caller.call(session.endSession, { params: { sessionId } });
        },
        [`logged-in: ${me}: node`, `session-ended: ${me}: node`],
      ],
      [
        'forgotPassword',
        () => portal.visitor.call(account.forgotPassword, { body: { email } }),
        [`password-link-sent: ${me}: `],
      ],
      [
        'forgotPassword',
        () => portal.visitor.call(account.forgotPassword, { body: { email: 'no@body.test' } }),
        [],
      ],
      ['logout', () => caller.call(session.logout), [`logged-out: ${me}: `]],
      [
        'resetPassword',
        async () => {
          const token = await linkIn(portal, email);
          await portal.visitor.call(account.resetPassword, { body: { token, password } });
        },
        [`password-reset: ${me}: by the link of an email`],
      ],
    ];
    for (const [call, act, expected] of steps) {
      const said = await added(portal, act);
      expect(said, call).toEqual(expected);
      expectDeclared(
        call,
        said.filter((line) => call === 'login' || !line.startsWith('logged-in')),
      );
    }
    const entries = await entriesOf(portal);
    const first = at(entries, 0);
    expect(first).toMatchObject({
      at: '2027-01-15T10:00:00.000Z',
      actor_id: userId,
      actor_name: name,
      actor_email: email,
      subject_kind: 'user',
      subject_id: userId,
      address: '127.0.0.1',
    });
    expect(at(entries, 1)).toMatchObject({ actor_id: null, subject_id: userId });
    const requests = entries.map(({ request_id }) => request_id);
    // The wrong password that ended a session left two.
    expect(new Set(requests).size).toBe(entries.length - 1);
  });

  test('tells of accounts: made, changed, blocked, confirmed', async () => {
    const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'on' });
    const name = aName('Newcomer');
    const email = emailOf(name);
    const me = `${name} (${email})`;
    const body = { name, email, password };
    const said = await added(portal, () =>
      portal.visitor.call(register, { body: { ...body, file: aPdf('cv.pdf') } }),
    );
    expect(said).toEqual([`account-made: ${me}: signed up as a student, with a CV`]);
    expectDeclared('register', said);
    const token = await linkIn(portal, email);
    const confirmed = await added(portal, () =>
      portal.visitor.call(confirmEmail, { body: { token, password } }),
    );
    expect(confirmed).toEqual([
      `account-confirmed: ${me}: by the link of an email, with a password chosen there`,
    ]);
    expectDeclared('confirmEmail', confirmed);

    const staff = {
      name: aName('Doctor'),
      email: 'doctor@university.test',
      role: 'faculty',
    } as const;
    const made = await added(portal, () => portal.admin.call(createUser, { body: staff }));
    expect(made).toEqual([
      `account-made: ${staff.name} (doctor@university.test): as faculty, by an admin`,
    ]);
    expectDeclared('createUser', made);

    const { userId } = await somebody(portal, 'student', 'Old Name');
    await portal.db
      .updateTable('users')
      .set({ email_confirmed_at: null })
      .where('id', '=', userId)
      .execute();
    const update = async (changes: object) => {
      const lines = await added(portal, () =>
        portal.admin.call(updateUser, { params: { userId }, body: changes }),
      );
      expectDeclared('updateUser', lines);
      return lines;
    };
    expect(await update({ confirmed: true })).toEqual([
      'account-confirmed: Old Name (old.name@university.test): the admin vouches for the address',
    ]);
    const now = 'New Name (old.name@university.test)';
    expect(
      await update({ name: 'New Name', role: 'faculty', password: 'another passphrase' }),
    ).toEqual([
      `account-changed: ${now}: name: Old Name → New Name`,
      `role-changed: ${now}: student → faculty`,
      `password-changed: ${now}: by an admin`,
    ]);
    expect(await update({ blocked: true })).toEqual([`account-blocked: ${now}: `]);
    expect(await update({ blocked: true, name: 'New Name' })).toEqual([]);
    expect(await update({ blocked: false })).toEqual([`account-unblocked: ${now}: `]);
    await close();
  });

  test('tells of a group from its proposal to the bin and back, and never what marks say', async ({
    portal,
  }) => {
    const student = await somebody(portal);
    const proposed = await added(portal, () =>
      student.caller.call(submitProposal, { body: aProposal([student], { title: 'Buses' }) }),
    );
    expect(proposed).toEqual(['group-proposed: BSCS-2027-001: “Buses”, 1 member, 2 files']);
    expectDeclared('submitProposal', proposed);

    const team = await aTeam(portal);
    const { groupId, supervisor, examiner } = team;
    const name = team.group.fypGroupName;
    const [one, two] = team.group.fypGroupMembers.map(
      (member) => `${member.name} (${member.roll})`,
    );
    const feedback = 'Unmistakable words';
    const params = { groupId };
    const proved = at(team.group.fypGroupMembers, 0);
    const feeProof = { documentId: proved.feeProofPath?.split('/').at(-1) ?? '' };
    const acts: [string, () => Promise<unknown>, string[]][] = [
      [
        'updateUser',
        () =>
          portal.admin.call(updateUser, {
            params: { userId: examiner.userId },
            body: { name: `${examiner.name} Khan` },
          }),
        [
          `group-changed: ${name}: external examiner, who has a new name`,
          `account-changed: ${examiner.name} Khan (${examiner.email}): name: ${examiner.name} → ${examiner.name} Khan`,
        ],
      ],
      [
        'saveMarks',
        () => supervisor.caller.call(saveMarks, { body: marksOf(team, feedback) }),
        [`marks-saved: ${name}: Semester 7: Proposal, Month 1 of ${one}; Month 1 of ${two}`],
      ],
      ['saveMarks', () => supervisor.caller.call(saveMarks, { body: marksOf(team, feedback) }), []],
      [
        'mailGroup',
        () => supervisor.caller.call(mailGroup, { params }),
        [`letters-requested: ${name}: 2 emails to members`],
      ],
      [
        'saveMarks',
        () =>
          portal.admin.call(saveMarks, {
            body: {
              semester: 'External Viva',
              groupId,
              vivaStatus: 'pass',
              vivaFeedback: feedback,
            },
          }),
        [`viva-saved: ${name}: status, feedback`],
      ],
      [
        'updateGroup',
        () =>
          portal.admin.call(updateGroup, {
            params,
            body: {
              fypTitle: 'Another title',
              fypGroupMembers: [
                {
                  _id: at(team.ids, 1),
                  fathername: 'Another father',
                  month5: { marks: 9, feedback },
                },
              ],
              externalVivaDetails: { vivaDate: '2027-05-22' },
            },
          }),
        [
          `group-changed: ${name}: title; of ${two}: father name`,
          `marks-saved: ${name}: Semester 8: Month 5 of ${two}`,
          `viva-saved: ${name}: date`,
        ],
      ],
      [
        'uploadDocument',
        () =>
          team.student.caller.call(uploadDocument, {
            params: { kind: 'thesis', email: team.student.email },
            body: { file: aPdf('thesis.pdf') },
          }),
        [`document-uploaded: Thesis of ${name}: thesis.pdf (version 1)`],
      ],
      ...[true, false].map((checked): (typeof acts)[number] => [
        'checkDocument',
        () => supervisor.caller.call(checkDocument, { params: feeProof, body: { checked } }),
        [
          `document-${checked ? 'checked' : 'unchecked'}: Fee proof of ${proved.name}, ${name}: fee-proof.pdf (version 1)`,
        ],
      ]),
      [
        'updateGroup',
        () =>
          portal.admin.call(updateGroup, { params, body: { externalExaminer: 'Dr. Not Here' } }),
        [`group-changed: ${name}: external examiner`],
      ],
      [
        'createUser',
        () =>
          portal.admin.call(createUser, {
            body: { name: 'Dr. Not Here', email: 'here@university.test', role: 'faculty' },
          }),
        [
          'account-made: Dr. Not Here (here@university.test): as faculty, by an admin',
          `group-changed: ${name}: external examiner bound to here@university.test`,
        ],
      ],
      [
        'deleteGroup',
        () => portal.admin.call(deleteGroup, { params }),
        [`group-deleted: ${name}: to the bin`],
      ],
      [
        'restoreGroup',
        () => portal.admin.call(restoreGroup, { params }),
        [`group-restored: ${name}: from the bin`],
      ],
    ];
    for (const [call, act, expected] of acts) {
      const said = await added(portal, act);
      expect(said, call).toEqual(expected);
      expectDeclared(call, said);
    }
    portal.wait(3 * 60_000);
    expect(await added(portal, () => mailForgotten(portal))).toEqual([
      `letters-requested: ${name}: 2 emails to members, owed since a save`,
    ]);
    const whole = JSON.stringify(await entriesOf(portal));
    expect(whole).not.toContain(feedback);
    expect(whole).not.toContain('7.5');
  });

  test('tells who opened a file, once an hour for each person and file', async ({ portal }) => {
    const team = await aTeam(portal);
    const documentId = at(team.group.documents, 0)._id;
    const open = async (who: typeof team.supervisor, method = 'GET') => {
      const answer = await who.caller.fetch(`/api/auth/file/${documentId}`, { method });
      await answer.arrayBuffer();
      return answer.status;
    };
    const opened = async () =>
      (await entriesOf(portal))
        .filter(({ action }) => action === 'document-opened')
        .map(({ actor_id, subject_id }) => [actor_id, subject_id]);
    expect(await open(team.supervisor, 'HEAD')).toBe(200);
    expect(await open(team.supervisor)).toBe(200);
    await expect.poll(opened).toEqual([[team.supervisor.userId, documentId]]);
    expectDeclared('openDocument', ['document-opened']);
    for (let time = 0; time < 3; time += 1) await open(team.supervisor);
    await open(team.student);
    await expect.poll(async () => (await opened()).length).toBe(2);
    portal.wait(61 * 60_000);
    await open(team.supervisor);
    await expect.poll(async () => (await opened()).length).toBe(3);
    const other = await somebody(portal, 'faculty');
    expect(await open(other)).toBe(404);
    expect(await opened()).toHaveLength(3);
    expect(openDocument.method).toBe('GET');
  });

  test('keeps nobody from a file that it cannot write about, and the log says so', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    const { url, size } = at(team.group.documents, 0);
    await portal.db.schema.alterTable('audit_entries').renameTo('lost_entries').execute();
    const answer = await team.supervisor.caller.fetch(url);
    expect((await answer.arrayBuffer()).byteLength).toBe(size);
    expect(answer.status).toBe(200);
    await expect.poll(() => portal.logged.join()).toContain('is missing in the audit trail');
    await portal.db.schema.alterTable('lost_entries').renameTo('audit_entries').execute();
  });

  test('begins with the first admin', async ({ portal }) => {
    await portal.db.deleteFrom('sessions').execute();
    await portal.db.deleteFrom('users').execute();
    expect(await added(portal, () => prepareFirstAdmin(portal))).toEqual([
      'account-made: Admin (admin@localhost.local): as the first admin, at the first start',
    ]);
  });

  test('tells which email an admin had sent again or dismissed', async ({ portal }) => {
    const recipient = 'gone@university.test';
    const id = await anUndeliverableEmail(portal.db, recipient, portal.clock());
    const params = { emailId: id };
    const again = await added(portal, () => portal.admin.call(sendEmailAgain, { params }));
    expect(again).toEqual([`letter-sent-again: to ${recipient}: Your marks`]);
    expectDeclared('sendEmailAgain', again);
    expect(await added(portal, () => portal.admin.request(dismissEmail, { params }))).toEqual([]);
    const failed_at = portal.clock().toISOString();
    await portal.db.updateTable('emails').set({ failed_at }).where('id', '=', id).execute();
    const dismissed = await added(portal, () => portal.admin.call(dismissEmail, { params }));
    expect(dismissed).toEqual([`letter-dismissed: to ${recipient}: Your marks`]);
    expectDeclared('dismissEmail', dismissed);
  });

  test('tells who objects to being in a group, and who settles it', async ({ portal }) => {
    const { groupId, group, mate } = await aTeam(portal);
    const { objectionId, token } = await anObjection(portal.db, groupId, portal.clock());
    const made = await added(portal, () => portal.visitor.call(objectToGroup, { body: { token } }));
    expect(made).toEqual([
      `objection-made: ${group.fypGroupName}: ${mate.name} (${mate.email}), by the link of an email`,
    ]);
    expectDeclared('objectToGroup', made);
    const settled = await added(portal, () =>
      portal.admin.call(settleObjection, { params: { objectionId } }),
    );
    expect(settled).toEqual([`objection-settled: ${group.fypGroupName}: of ${mate.email}`]);
    expectDeclared('settleObjection', settled);
  });

  test('tells of its own export', async ({ portal }) => {
    const said = await added(portal, () =>
      portal.admin.request(exportAudit, { query: { q: 'x' } }),
    );
    expect(said).toEqual(['audit-exported: Audit trail: only q: x']);
    expectDeclared('exportAudit', said);
  });

  test('was seen to tell everything that a call declares, and nothing else exists', () => {
    const declared = endpoints.flatMap(({ name, endpoint: { audit } }) =>
      typeof audit === 'object' ? audit.map((action) => `${name}: ${action}`) : [],
    );
    expect([...covered].toSorted()).toEqual(declared.toSorted());
    const ofCommands = ['backup-taken', 'backup-restored'];
    const known = new Set([...declared.map((line) => line.split(': ')[1]), ...ofCommands]);
    expect([...known].toSorted()).toEqual(Object.keys(auditActions).toSorted());
  });
});
