import { links } from '#contract/links.ts';
import type { MeetingSide } from '#contract/rules/meetings.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { findActiveAccount } from '#server/groups/staff/find-active-accounts.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import type { RecipientReference } from '#server/notices/find-recipients.ts';
import { notify } from '#server/notices/notify.ts';
import { composeMeetingEmail, describeMeetingEvent, type MeetingEvent } from './meeting-email.ts';

type Group = Pick<DatabaseRow<'groups'>, 'id' | 'name' | 'supervisor_id'>;
type Event = {
  event: MeetingEvent;
  heldAt: string;
  /** The side of the caller, which is not notified. Undefined for an admin. */
  from: MeetingSide | undefined;
  reason?: string;
};

/** Notifies the other side by a notice and an email, or both sides of what an admin did. */
export async function notifyAboutMeeting(
  context: WriteContext,
  group: Group,
  { event, heldAt, from, reason }: Event,
): Promise<void> {
  const { services, caller } = context;
  const { timeZone } = services.config;
  const about = { event, by: caller, group, heldAt, timeZone, reason };
  const recipients = [
    ...(from === 'group' ? [] : await listMembers(context, group)),
    ...(from === 'supervisor' ? [] : await listSupervisor(context, group)),
  ];
  const messages = recipients.map(({ to, name }) => ({
    to,
    text: `${group.name}: ${describeMeetingEvent(about)}`,
    path: links.groupTab(group.name, 'meetings'),
    email: {
      ...composeMeetingEmail(getEmailSender(services), name, about),
      groupId: group.id,
    },
  }));
  await notify(context, 'meetings', messages);
}

type NamedRecipient = { to: RecipientReference; name: string };

async function listMembers({ trx }: WriteContext, group: Group): Promise<NamedRecipient[]> {
  const members = await trx
    .selectFrom('members')
    .select(['id', 'name'])
    .where('group_id', '=', group.id)
    .where(isCurrentMember)
    .orderBy('position')
    .execute();
  return members.map(({ id, name }) => ({ to: { memberId: id }, name }));
}

async function listSupervisor({ trx }: WriteContext, group: Group): Promise<NamedRecipient[]> {
  const supervisor = await findActiveAccount(trx, group.supervisor_id);
  return supervisor ? [{ to: { userId: supervisor.id }, name: supervisor.name }] : [];
}
