import { paths } from '#contract/paths.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { addGroup, addMembers, ProposalInput } from '#server/groups/add-group.ts';
import {
  buildOfficeProposalEmail,
  buildSupervisorProposalEmail,
} from '#server/groups/group-emails.ts';
import { findActiveAccount } from '#server/groups/staff/find-active-accounts.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';
import { queueNamedMemberEmails } from '#server/objections/queue-named-members.ts';

export async function queueProposalEmails(
  context: WriteContext,
  { id, name, supervisor_id: supervisorId }: Awaited<ReturnType<typeof addGroup>>,
  proposal: ProposalInput,
  members: Awaited<ReturnType<typeof addMembers>>,
): Promise<void> {
  const { trx, services, caller } = context;
  const { content } = services;
  const { title, program, category, supervisor } = proposal;
  const people = members.map(({ id: memberId, member }) => ({
    id: memberId,
    name: member.name,
    email: member.email,
    roll: member.roll,
  }));
  await queueNamedMemberEmails(context, { id, name, title }, people);
  const staff = await findActiveAccount(trx, supervisorId);
  const sender = getEmailSender(services);
  const group = { name, title, program, category, supervisor, members: people };
  const path = paths.group(name);
  const notices: NotificationMessage[] = people
    .filter(({ email }) => email !== caller.email)
    .map(({ id: memberId }) => ({
      to: { memberId },
      text: `${caller.name} added you to ${name}.`,
      path: paths.students,
    }));
  if (staff) {
    const email = buildSupervisorProposalEmail(sender, { supervisor: staff, group, by: caller });
    notices.push({
      to: { userId: staff.id },
      text: `${caller.name} proposed ${name} with you as supervisor.`,
      path,
      email: { ...email, groupId: id },
    });
  }
  const email = buildOfficeProposalEmail(sender, { group, by: caller });
  notices.push({
    to: { address: content.department.office.email },
    text: `${caller.name} proposed ${name}.`,
    path,
    email: { ...email, groupId: id },
  });
  await notify(context, 'proposals', notices);
}
