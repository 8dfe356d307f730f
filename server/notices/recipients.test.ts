import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { sendReminders as remindByHand } from '#contract/board.ts';
import { mailGroup } from '#contract/marks.ts';
import { addAnnouncement } from '#contract/messages/announcements.ts';
import { sendCertificatesResult } from '#contract/students/certificates.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import { queueOverdueMarksEmails } from '#server/marks/emails/mail-group.ts';
import { sendReminders } from '#server/submissions/send-reminders.ts';
import { buildCohortQueryParams } from '#server/test/content/settings.ts';
import {
  createTestGroup,
  createTestUser,
  dateBeforeReports,
  getItemAt,
  removeEmailConfirmation,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { announcementDraft } from '#server/test/records/announcements.ts';
import {
  addTestCertificate,
  decideTestCertificates,
  uploadCertificates,
} from '#server/test/records/certificates.ts';
import { emailTestGroupMarks, markTestGroup, recordViva } from '#server/test/records/marking.ts';
import { setGroupDeadline } from '#server/test/records/notices.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildEmailAddress, buildProposal, createUniqueName } from '#tools/test/people.ts';

const hour = 3_600_000;
const block = (portal: Portal, { userId }: Pick<TestUser, 'userId'>, blocked = true) =>
  portal.admin.call(updateUser, { params: { userId }, body: { blocked } });
const goTo = (portal: Portal, instant: string) =>
  portal.wait(Date.parse(instant) - portal.clock().getTime());
const countEmails = async (portal: Portal, recipient: string) =>
  (await portal.db.selectFrom('emails').select('id').where('recipient', '=', recipient).execute())
    .length;
const countNotices = async (portal: Portal, userId: string) =>
  (await portal.db.selectFrom('notices').select('id').where('user_id', '=', userId).execute())
    .length;

type Cause = {
  prepare?: (portal: Portal, team: TestGroup) => Promise<unknown>;
  cause: (portal: Portal, team: TestGroup) => Promise<unknown>;
  /** False if this action sends no email to the second member of the group. */
  isForAll?: false;
};

const move = (portal: Portal, team: TestGroup) =>
  setGroupDeadline(portal, team, '2027-04-05T10:00:00.000Z');

/** For each kind of email, an action that sends such an email to the first member of the group. */
const causes: Record<string, Cause> = {
  marks: {
    cause: async (_portal, team) => {
      await markTestGroup(team, 7, 8);
      await emailTestGroupMarks(team);
    },
  },
  'the viva’s outcome, which nobody asked to send': {
    cause: async (portal, team) => {
      await recordViva(team);
      portal.wait(hour);
      await queueOverdueMarksEmails(portal);
    },
  },
  'a decision about a deadline': { cause: move },
  'the reminder of a deadline': {
    cause: async (portal) => {
      goTo(portal, '2027-02-22T10:00:00.000Z');
      await sendReminders(portal);
    },
  },
  'a reminder by hand': {
    cause: (_portal, { supervisor, groupId }) =>
      supervisor.caller.call(remindByHand, {
        body: { groupIds: [groupId], deadlineId: 'november-monthly-report', dryRun: false },
      }),
  },
  'an announcement': {
    cause: (portal) =>
      portal.admin.call(addAnnouncement, {
        body: { ...buildCohortQueryParams(portal), ...announcementDraft },
      }),
  },
  'checked certificates': {
    prepare: async (portal, team) => {
      await uploadCertificates(team);
      await addTestCertificate(team, 'python');
      await addTestCertificate(team, 'java');
      await decideTestCertificates(portal, team, [0], { decision: 'accepted' });
      await portal.db.deleteFrom('emails').execute();
      await portal.db.deleteFrom('notices').execute();
    },
    cause: (_portal, { supervisor, ids }) =>
      supervisor.caller.request(sendCertificatesResult, {
        params: { memberId: getItemAt(ids, 0) },
      }),
    isForAll: false,
  },
};

type State = {
  set: (portal: Portal, team: TestGroup) => Promise<unknown>;
  emails: 0 | 1;
  notices: 0 | 1;
};

const withoutAccount = 'no.account@university.test';
const states: Record<string, State> = {
  'a member with an account': { set: async () => {}, emails: 1, notices: 1 },
  'a blocked member': {
    set: (portal, { student }) => block(portal, student),
    emails: 0,
    notices: 0,
  },
  'a member whose account never confirmed the address': {
    set: (portal, { student }) => removeEmailConfirmation(portal.db, student.userId),
    emails: 1,
    notices: 0,
  },
  'a member without an account': {
    set: (portal, { ids }) =>
      portal.db
        .updateTable('members')
        .set({ user_id: null, email: withoutAccount })
        .where('id', '=', getItemAt(ids, 0))
        .execute(),
    emails: 1,
    notices: 0,
  },
  'a member who could be two people': {
    set: (portal, { ids }) =>
      portal.db
        .updateTable('members')
        .set({ user_id: null })
        .where('id', '=', getItemAt(ids, 0))
        .execute(),
    emails: 0,
    notices: 0,
  },
};

const table = Object.entries(states).flatMap(([state, expected]) =>
  Object.entries(causes).map(([kind, cause]) => ({ kind, state, ...cause, ...expected })),
);

describe('findRecipients', () => {
  test('is used for every email: no code outside server/notices and server/mail queues emails', async () => {
    const root = join(import.meta.dirname, '..');
    const files = (await readdir(root, { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !/\.test\.ts$|^(mail|notices|test)\//.test(file),
    );
    expect(files.length).toBeGreaterThan(300);
    for (const file of files) {
      expect(await readFile(join(root, file), 'utf8'), file).not.toMatch(/\bqueueEmails?\(/);
    }
  });

  test.for(table)(
    'addresses $emails email(s) and $notices notice(s) about $kind to $state',
    async ({ prepare, cause, isForAll, set, ...expected }, { portal }) => {
      const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
      await prepare?.(portal, team);
      await portal.db.deleteFrom('notices').execute();
      await set(portal, team);
      await cause(portal, team);
      const { student, mate } = team;
      const { email } = await portal.db
        .selectFrom('members')
        .select('email')
        .where('id', '=', getItemAt(team.ids, 0))
        .executeTakeFirstOrThrow();
      expect(await countEmails(portal, email)).toBe(expected.emails);
      expect(await countNotices(portal, student.userId)).toBe(expected.notices);
      expect(await countEmails(portal, mate.email)).toBe(isForAll === false ? 0 : 1);
    },
  );

  test.for([
    ['a confirmed account', 'confirmed', 1],
    ['an account that never confirmed the address', 'unconfirmed', 1],
    ['nobody with an account', 'none', 1],
    ['an account whose address was another’s before', 'recycled', 0],
  ] as const)(
    'decides whether “you were added as a member” is sent to %s',
    async ([, kind, emails], { portal }) => {
      const proposer = await createTestUser(portal);
      const name = createUniqueName('Named');
      const named = { name, email: buildEmailAddress(name) };
      if (kind !== 'none') {
        const account = await createTestUser(portal, 'student', name, named.email);
        if (kind === 'unconfirmed') await removeEmailConfirmation(portal.db, account.userId);
        if (kind === 'recycled') {
          const earlier = await createTestUser(portal);
          const claimed_at = portal.clock().toISOString();
          const claim = { email: named.email, user_id: earlier.userId, claimed_at };
          await portal.db.insertInto('claimed_emails').values(claim).execute();
        }
      }
      await proposer.caller.call(submitProposal, { body: buildProposal([proposer, named]) });
      expect(await countEmails(portal, named.email)).toBe(emails);
      const links = await portal.db.selectFrom('objections').select('email').execute();
      expect(links).toHaveLength(emails);
    },
  );

  test('excludes a blocked supervisor from emails about proposals, extensions and missing files', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await block(portal, team.supervisor);
    await portal.db.deleteFrom('notices').execute();
    const proposer = await createTestUser(portal);
    const body = buildProposal([proposer], { supervisor: team.supervisor.name });
    expect((await proposer.caller.request(submitProposal, { body })).status).toBe(400);
    goTo(portal, '2027-02-22T10:00:00.000Z');
    await sendReminders(portal);
    expect(await countEmails(portal, team.supervisor.email)).toBe(0);
    expect(await countNotices(portal, team.supervisor.userId)).toBe(0);
    expect(await countEmails(portal, team.student.email)).toBe(1);
  });

  test("includes the office even if an account with the office's address is blocked", async ({
    portal,
  }) => {
    const { email } = portal.content.department.office;
    await block(portal, await createTestUser(portal, 'faculty', 'A Former Coordinator', email));
    const proposer = await createTestUser(portal);
    await proposer.caller.call(submitProposal, { body: buildProposal([proposer]) });
    await portal.deliver();
    const sent = portal.db.selectFrom('emails').where('sent_at', 'is not', null);
    expect(await sent.select('id').where('recipient', '=', email).execute()).toHaveLength(1);
  });

  test('includes a member with whose address somebody has signed up and was blocked', async ({
    portal,
  }) => {
    const proposer = await createTestUser(portal);
    const name = createUniqueName('Named');
    const mate = { name, email: buildEmailAddress(name) };
    const stranger = await createTestUser(
      portal,
      'student',
      createUniqueName('Stranger'),
      mate.email,
    );
    await removeEmailConfirmation(portal.db, stranger.userId);
    await block(portal, stranger);
    await proposer.caller.call(submitProposal, { body: buildProposal([proposer, mate]) });
    await portal.deliver();
    const sent = portal.db.selectFrom('emails').where('sent_at', 'is not', null);
    expect(await sent.select('id').where('recipient', '=', mate.email).execute()).toHaveLength(1);
  });
});

describe('an email that staff send manually to a member', () => {
  test('is rejected with the reason while the member may not receive emails, and can be sent later', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { student, supervisor, ids, groupId } = team;
    await causes['checked certificates']?.prepare?.(portal, team);
    await markTestGroup(team, 7, 8);
    await block(portal, student);
    const message = `Nothing was sent: ${student.name}’s account is blocked, or an admin has to choose it first.`;
    const refused = { status: 400, code: 'invalid', message };
    const result = { params: { memberId: getItemAt(ids, 0) } };
    expect(
      await expectRefusal(portal, supervisor.caller, sendCertificatesResult, result),
    ).toMatchObject(refused);
    const again = { params: { groupId }, body: { again: [getItemAt(ids, 0)] } };
    expect(await expectRefusal(portal, supervisor.caller, mailGroup, again)).toMatchObject(refused);
    await block(portal, student, false);
    await supervisor.caller.call(sendCertificatesResult, result);
    expect(await countEmails(portal, student.email)).toBe(1);
  });
});

describe('unblocking an account', () => {
  test('sends its owner, and nobody else, one email with the marks that were entered while it was blocked', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { student, mate } = team;
    await portal.db.deleteFrom('notices').execute();
    await block(portal, student);
    await markTestGroup(team, 7, 8);
    await emailTestGroupMarks(team);
    portal.wait(hour);
    await queueOverdueMarksEmails(portal);
    expect(await countEmails(portal, student.email)).toBe(0);
    await block(portal, student, false);
    for (const _ of [1, 2]) await queueOverdueMarksEmails(portal);
    expect(await countEmails(portal, student.email)).toBe(1);
    expect(await countNotices(portal, student.userId)).toBe(1);
    expect(await countEmails(portal, mate.email)).toBe(1);
  });
});
