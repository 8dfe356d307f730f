import { updateGroup } from '#contract/admin/group-edits.ts';
import { listEmails } from '#contract/messages/emails.ts';
import { updateUser } from '#contract/users.ts';
import type { Role } from '#contract/values/roles.ts';
import type { EmailRecipient, EmailRight, OutgoingEmail } from '#server/mail/outbox.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import { createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';

export type TestEmail = {
  recipient: string;
  replyTo?: string;
  memberId?: string;
  groupIds?: string[];
  to?: EmailRecipient;
};

const testSubject = 'About your group';

export const queueTestEmail = (
  portal: Portal,
  { recipient, groupIds, to = { address: recipient }, ...more }: TestEmail,
  groupId: string | null,
) => {
  const right: EmailRight =
    groupId !== null
      ? { groupId }
      : groupIds
        ? { groupId, right: 'all-groups', groupIds }
        : { groupId, right: 'recipient' };
  const email = { subject: testSubject, text: 'Text', html: '<p>Text</p>' };
  return queueEmail(
    { trx: portal.db, services: portal, now: portal.clock() },
    { ...email, to, recipient, ...right, ...more },
  );
};

/** Sends all emails, and returns those of this test without the portal's emails about the change. */
export async function deliverTestEmails(portal: Portal): Promise<OutgoingEmail[]> {
  const sent: OutgoingEmail[] = [];
  await portal.deliver({
    send: async (email) => {
      if (
        !/you were added|you’re no longer|your (supervisor|external examiner) has/.test(
          email.subject,
        )
      )
        sent.push(email);
    },
    close: () => {},
  });
  return sent;
}

export const listWithdrawnEmails = async (portal: Portal) =>
  (await portal.admin.call(listEmails, { query: { state: 'withdrawn' } })).emails;

export const blockAccount = (portal: Portal, userId: string) =>
  portal.admin.call(updateUser, { params: { userId }, body: { blocked: true } });

export const changeRole = (portal: Portal, userId: string, role: Role) =>
  portal.admin.call(updateUser, { params: { userId }, body: { role } });

export const editGroup = (portal: Portal, { groupId }: TestGroup, body: object) =>
  portal.admin.call(updateGroup, { params: { groupId }, body });

export async function replaceSupervisor(portal: Portal, team: TestGroup) {
  const next = await createTestUser(portal, 'faculty');
  await editGroup(portal, team, { supervisor: next.name });
  await portal.db.deleteFrom('emails').where('recipient', '=', next.email).execute();
  return next;
}

export const releaseMember = (portal: Portal, team: TestGroup, index = 0) =>
  portal.db
    .updateTable('members')
    .set({ email: 'somebody.else@university.test', user_id: null })
    .where('id', '=', getItemAt(team.ids, index))
    .execute();
