import type { Db } from '#server/db/tables.ts';
import type { addGroup, addMembers, Submission } from '#server/groups/add-group.ts';
import { officeEmail, proposalEmail } from '#server/groups/group-emails.ts';
import { findStaff } from '#server/groups/queue-named-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import { emailSenderOf } from '#server/mail/compose-email.ts';
import { queueEmail } from '#server/mail/outbox.ts';
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
  const { config, content } = services;
  const { title, program, category, supervisor } = proposal;
  const people = members.map(({ id: memberId, member }) => ({
    id: memberId,
    name: member.name,
    email: member.email,
    roll: member.roll,
  }));
  await queueNamedMembers(trx, services, by, { id, name, title }, people, now);
  const sender = emailSenderOf(services);
  const group = { name, title, program, category, supervisor, members: people };
  const staff = await findStaff(trx, supervisorId);
  if (staff) {
    const email = proposalEmail(sender, { supervisor: staff, group, by });
    await queueEmail(trx, { ...email, recipient: staff.email, groupId: id }, config, now);
  }
  const email = officeEmail(sender, { group, by });
  const to = { recipient: content.department.office.email, groupId: id };
  await queueEmail(trx, { ...email, ...to }, config, now);
}
