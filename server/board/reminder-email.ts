import { paths } from '#contract/paths.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import { isolateRightToLeft, isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDate, formatDateTime } from '#contract/values/time.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { composeEmail, type EmailBlock, getEmailSender } from '#server/mail/compose-email.ts';
import { notify } from '#server/notices/notify.ts';

/** `missing` lists the titles of the missing kinds of files. */
export type RemindedMember = { id: string; name: string; due: string; missing: string };
export type About = { title: string; text: string };

/** Queues a reminder for each member, regardless of their notice settings, because a staff member sends it. */
export async function queueReminders(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  members: readonly RemindedMember[],
  about: About,
): Promise<void> {
  const reminders = members.map((member) => ({
    text: formatNews(context, member, about),
    path: paths.students,
    to: { memberId: member.id },
    isAlways: true,
    email: { ...composeReminder(context, group, member, about), groupId: group.id },
  }));
  await notify(context, 'reminders', reminders);
}

type Writer = Pick<WriteContext, 'services' | 'caller' | 'now'>;

function formatNews({ services, now }: Writer, { due }: RemindedMember, { title }: About): string {
  const when = formatDateTime(due, services.config.timeZone);
  const isPast = isDeadlinePassed({ due }, now);
  return `${title} ${isPast ? 'has been overdue since' : 'is due on'} ${when}. Some files are still missing.`;
}

export function composeReminder(
  context: Writer,
  group: DatabaseRow<'groups'>,
  member: RemindedMember,
  about: About,
) {
  const { services, caller, now } = context;
  const { config } = services;
  const { due, name, missing } = member;
  const isolated = { ...about, title: isolateRightToLeft(about.title) };
  const state = isDeadlinePassed({ due }, now)
    ? 'is overdue'
    : `is due on ${formatDate(due, config.timeZone)}`;
  const blocks: EmailBlock[] = [
    {
      paragraph: `${isolateRightToLeftValues`Dear ${name},`}\n\n${formatNews(context, member, isolated)}`,
    },
    {
      facts: [
        { label: 'Group', value: group.name },
        { label: 'Missing', value: missing },
        { label: 'Deadline', value: formatDateTime(due, config.timeZone) },
        ...(about.text
          ? [
              {
                label: isolateRightToLeftValues`From ${caller.name}`,
                value: about.text,
                isText: true,
              },
            ]
          : []),
      ],
    },
    { link: `${config.publicUrl}${paths.students}`, label: 'Open your group' },
  ];
  return composeEmail(getEmailSender(services), {
    subject: `${group.name}: ${about.title} ${state}`,
    blocks,
    replyTo: caller.email,
  });
}
