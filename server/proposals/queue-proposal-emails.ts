import type { Db } from '#server/db/tables.ts';
import type { addGroup, addMembers, Submission } from '#server/groups/add-group.ts';
import { newProposalEmail, proposalEmail } from '#server/groups/group-emails.ts';
import { findStaff } from '#server/groups/staff/queue-named-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';
import { queueNamedMembers } from '#server/objections/queue-named-members.ts';
import type { Services } from '#server/services.ts';

export async function queueProposalEmails(
  trx: Db,
  services: Services,
  by: Caller,
  { id, name, supervisor_id: supervisorId }: Awaited<ReturnType<typeof addGroup>>,
  proposal: Submission,
  members: Awaited<ReturnType<typeof addMembers>>,
  now: Date,
): Promise<void> {
  const { content } = services;
  const { title, program, category, supervisor } = proposal;
  const people = members.map(({ id: memberId, member }) => ({
    id: memberId,
    name: member.name,
    email: member.email,
    roll: member.roll,
  }));
  await queueNamedMembers(trx, services, by, { id, name, title }, people, now);
  const sender = getEmailSender(services);
  const group = { name, title, program, category, supervisor, members: people };
  const path = `/groups/${encodeURIComponent(name)}`;
  const notices: NotificationMessage[] = people
    .filter(({ email }) => email !== by.email)
    .map(({ id: memberId }) => ({
      to: { memberId },
      text: `${by.name} named you as a member of ${name}.`,
      path: '/students',
    }));
  const staff = await findStaff(trx, supervisorId);
  if (staff) {
    const email = proposalEmail(sender, { supervisor: staff, group, by });
    notices.push({
      to: { userId: staff.id },
      text: `${by.name} proposed ${name} with you as supervisor.`,
      path,
      email: { ...email, groupId: id },
    });
  }
  const email = newProposalEmail(sender, { group, by });
  notices.push({
    to: { address: content.department.office.email },
    text: `${by.name} proposed ${name}.`,
    path,
    email: { ...email, groupId: id },
  });
  await notify(trx, services, 'proposals', notices, now);
}
