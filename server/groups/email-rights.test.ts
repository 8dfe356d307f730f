import { describe, expect } from 'vitest';
import { forgotPassword } from '#contract/account.ts';
import { updateUser } from '#contract/users.ts';
import { queueConfirmationEmail } from '#server/account/confirm-email.ts';
import { queueReminders } from '#server/board/reminder-email.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import { notifyAboutMeeting } from '#server/meetings/notify-about-meeting.ts';
import { queueMandatoryEmail } from '#server/notices/notify.ts';
import { queueNamedMemberEmails } from '#server/objections/queue-named-members.ts';
import { notifyAround } from '#server/people/notify-people.ts';
import {
  queueExtensionDecisionEmails,
  queueExtensionRequestEmails,
} from '#server/submissions/extension-emails.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestAnnouncement } from '#server/test/records/announcements.ts';
import { emailTestGroupMarks, markTestGroup } from '#server/test/records/marking.ts';

type Scene = {
  portal: Portal;
  team: TestGroup;
  context: WriteContext;
  group: DatabaseRow<'groups'>;
  members: DatabaseRow<'members'>[];
};
const due = '2027-01-10T10:00:00.000Z';
const deadline = { title: 'Thesis', due };
const text = { subject: 'News', text: 'News.', html: '<p>News.</p>' };

/** Each kind of email, its recipients, and those who still receive it after the losses of `loseRights`. */
const kinds: [string, (scene: Scene) => Promise<unknown>, string[], string[]][] = [
  [
    'an announcement',
    ({ portal }) => addTestAnnouncement(portal, { roles: ['student', 'supervisor', 'examiner'] }),
    ['examiner', 'mate', 'student', 'supervisor'],
    ['new student'],
  ],
  [
    'marks',
    async ({ team }) => {
      await markTestGroup(team, 5);
      await emailTestGroupMarks(team);
    },
    ['student'],
    ['new student'],
  ],
  [
    'a change of people',
    ({ context, group }) => {
      const news = { groups: [group], text: 'News.', emailText: 'News.', personal: new Map() };
      return notifyAround(context, news, async () => {});
    },
    ['examiner', 'mate', 'student', 'supervisor'],
    ['new student'],
  ],
  [
    'a request for an extension',
    ({ context, group }) =>
      queueExtensionRequestEmails(context, group, {
        ...{ deadline, askedDue: due, reason: 'Ill.' },
        ...{ isForSupervisor: true, supervisorDecides: true },
      }),
    ['office', 'supervisor'],
    ['office'],
  ],
  [
    'a decision on an extension',
    ({ context, group }) =>
      queueExtensionDecisionEmails(context, group, {
        ...{ deadline, decision: 'granted', due, reason: '' },
      }),
    ['mate', 'student'],
    ['new student'],
  ],
  [
    'a reminder',
    ({ context, group, members }) => {
      const owing = members.map((member) => ({ ...member, due, missing: 'Thesis' }));
      return queueReminders(context, group, owing, { ...deadline, text: '' });
    },
    ['mate', 'student'],
    ['new student'],
  ],
  [
    'a meeting',
    ({ context, group }) =>
      notifyAboutMeeting(context, group, { event: 'recorded', heldAt: due, from: undefined }),
    ['mate', 'student', 'supervisor'],
    ['new student'],
  ],
  [
    'a link to object to a group',
    ({ context, group, members }) => queueNamedMemberEmails(context, group, members),
    ['mate', 'student'],
    [],
  ],
  [
    'a link to a new password',
    ({ portal, team }) =>
      portal.visitor.call(forgotPassword, { body: { email: team.student.email } }),
    ['student'],
    [],
  ],
  [
    'a link to confirm an address',
    ({ context, team }) => queueConfirmationEmail(context, team.student),
    ['student'],
    [],
  ],
  [
    'a digest',
    ({ context, team: { student } }) =>
      queueMandatoryEmail(context, student, { ...text, groupId: null, right: 'recipient' }),
    ['student'],
    ['new student'],
  ],
];

async function prepare(portal: Portal): Promise<Scene> {
  const team = await createTestGroup(portal);
  const { db } = portal;
  const invited = { email: 'no.account@university.test', user_id: null };
  await db.updateTable('members').set(invited).where('id', '=', getItemAt(team.ids, 1)).execute();
  const groups = db.selectFrom('groups').selectAll().where('id', '=', team.groupId);
  const members = db.selectFrom('members').selectAll().where('group_id', '=', team.groupId);
  const caller = { name: 'Office', email: 'admin@university.test' };
  const admin = { ...caller, userId: portal.adminId, role: 'admin' } as Caller;
  await db.deleteFrom('emails').execute();
  return {
    portal,
    team,
    context: { trx: db, services: portal, caller: admin, now: portal.clock() } as WriteContext,
    group: await groups.executeTakeFirstOrThrow(),
    members: await members.orderBy('position').execute(),
  };
}

/** Corrects the address of an account and of a member without one, and replaces the supervisor and the examiner. */
async function loseRights({ portal, team: { groupId, ids, student } }: Scene): Promise<void> {
  const { db } = portal;
  const corrected = { email: 'corrected@university.test' };
  await db.updateTable('members').set(corrected).where('id', '=', getItemAt(ids, 1)).execute();
  const { userId } = await createTestUser(portal, 'faculty');
  const staff = { supervisor_id: userId, external_examiner_id: userId };
  await db.updateTable('groups').set(staff).where('id', '=', groupId).execute();
  const body = { email: 'new@university.test' };
  await portal.admin.call(updateUser, { params: { userId: student.userId }, body });
}

async function deliver({ portal, team }: Scene): Promise<string[]> {
  const names = new Map([
    [team.student.email, 'student'],
    ['new@university.test', 'new student'],
    ['no.account@university.test', 'mate'],
    [team.supervisor.email, 'supervisor'],
    [team.examiner.email, 'examiner'],
    [portal.content.department.office.email, 'office'],
  ]);
  const sent: string[] = [];
  await portal.deliver({
    send: async ({ recipient, subject }) => {
      const isAboutAddress = /^Your (email )?address in /.test(subject);
      if (!isAboutAddress) sent.push(names.get(recipient) ?? recipient);
    },
    close: () => {},
  });
  return sent.toSorted();
}

describe('an email that waits for the mail server', () => {
  test.for(kinds)(
    'is delivered to all recipients if nothing has changed: %s',
    async ([, queue, recipients], { portal }) => {
      const scene = await prepare(portal);
      await queue(scene);
      expect(await deliver(scene)).toEqual(recipients);
    },
  );

  test.for(kinds)(
    'is delivered only to those who still have the right to it: %s',
    async ([, queue, , remaining], { portal }) => {
      const scene = await prepare(portal);
      await queue(scene);
      await loseRights(scene);
      expect(await deliver(scene)).toEqual(remaining);
    },
  );
});
