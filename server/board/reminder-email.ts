import { paths } from '#contract/paths.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { composeEmail, type EmailBlock, getEmailSender } from '#server/mail/compose-email.ts';
import { notify } from '#server/notices/notify.ts';

/** `missing` lists the titles of the missing kinds of files. */
type RemindedMember = { id: string; name: string; due: string; missing: string };
type About = { title: string; text: string };

/** Queues a reminder for each member, regardless of their notice settings, because a staff member sends it. */
export async function queueReminders(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  members: readonly RemindedMember[],
  { title, text }: About,
): Promise<void> {
  const { services, caller, now } = context;
  const { config } = services;
  const subject = `${group.name}: ${title} is missing`;
  const reminders = members.map(({ id: memberId, name, due, missing }) => {
    const isPast = isDeadlinePassed({ due }, now);
    const when = formatDateTime(due, config.timeZone);
    const verb = isPast ? 'was due' : 'is due';
    const notice = {
      text: `${title} ${verb} on ${when}, and something is missing.`,
      path: paths.students,
    };
    const blocks: EmailBlock[] = [
      {
        paragraph: isolateRightToLeftValues`Dear ${name},\n\n${title} ${verb} on ${when}, and something is missing.`,
      },
      {
        facts: [
          { label: 'Group', value: group.name },
          { label: 'Missing', value: missing },
          { label: isPast ? 'Was due' : 'Due', value: when },
          ...(text
            ? [{ label: isolateRightToLeftValues`From ${caller.name}`, value: text, isText: true }]
            : []),
        ],
      },
      { link: `${config.publicUrl}${paths.students}`, label: 'Open your group' },
    ];
    const email = composeEmail(getEmailSender(services), {
      subject,
      blocks,
      replyTo: caller.email,
    });
    return { ...notice, to: { memberId }, isAlways: true, email: { ...email, groupId: group.id } };
  });
  await notify(context, 'reminders', reminders);
}
