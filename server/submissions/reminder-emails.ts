import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import { formatRelativeDueDate } from '#contract/rules/relative-time.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import { getReminderDays } from '#contract/settings/department.ts';
import { type CohortKind, getKindLabel } from '#contract/settings/kinds.ts';
import { isolateRightToLeft, isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { CohortContent } from '#server/content/content.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { JobWriteContext } from '#server/db/write-context.ts';
import {
  composeEmail,
  type EmailBlock,
  type EmailSender,
  getEmailSender,
} from '#server/mail/compose-email.ts';
import { quoteUserText } from '#server/mail/quoted.ts';
import type { RecipientReference } from '#server/notices/find-recipients.ts';
import { notify } from '#server/notices/notify.ts';
import { type DueReminder, overdueReminderDays } from './reminders-due.ts';

export type RemindedGroup = Pick<
  DatabaseRow<'groups'>,
  'id' | 'name' | 'title' | 'supervisor_id'
> & {
  reminders: DueReminder[];
};

type Person = { to: RecipientReference; name: string };

/** Queues an email for each member, one for each supervisor about all of their groups, and one for the office. */
export async function queueReminders(
  context: JobWriteContext,
  cohort: CohortContent,
  groups: readonly RemindedGroup[],
): Promise<void> {
  const { trx, services } = context;
  for (const group of groups) {
    const due = group.reminders.filter(({ days }) => days !== overdueReminderDays);
    if (due.length > 0) await queueForMembers(context, group, due, cohort);
  }
  const shouldList = ({ days }: DueReminder) =>
    days === overdueReminderDays || cohort.reminders.copySupervisor;
  const ofSupervisor = Map.groupBy(groups, ({ supervisor_id }) => supervisor_id);
  for (const [id, supervisedGroups] of ofSupervisor) {
    const supervisor = id === null ? undefined : await findPerson(trx, id);
    if (supervisor) await queueList(context, supervisor, supervisedGroups, shouldList);
  }
  const { office } = services.content.department;
  const coordinator = { to: { address: office.email }, name: 'coordinator' };
  const isMissed = ({ days }: DueReminder) => days === overdueReminderDays;
  await queueList(context, coordinator, groups, isMissed);
}

async function findPerson(trx: Db, userId: string): Promise<Person> {
  const { name } = await trx
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { to: { userId }, name };
}

/** Queues the last reminder even for members who have muted reminders. */
async function queueForMembers(
  context: JobWriteContext,
  group: RemindedGroup,
  due: readonly DueReminder[],
  cohort: CohortContent,
) {
  const { trx, services, now } = context;
  const { config } = services;
  const last = Math.min(...getReminderDays(cohort.reminders));
  const members = await trx
    .selectFrom('members')
    .select(['id', 'name'])
    .where('group_id', '=', group.id)
    .where(isCurrentMember)
    .orderBy('position')
    .execute();
  const notices = members.flatMap(({ id: memberId, name }) => {
    const remindersOfMember = due.filter(
      ({ newcomer }) => !newcomer || newcomer.memberId === memberId,
    );
    if (remindersOfMember.length === 0) return [];
    const isAlways = remindersOfMember.some(({ days }) => days === last);
    const dates = remindersOfMember.map(
      ({ submission }) =>
        `${submission.title}, due ${formatDateTime(submission.due, config.timeZone)}`,
    );
    const debtor = isOnlyOwn(remindersOfMember) ? 'You have' : `${group.name} has`;
    const text = `${debtor} not submitted yet: ${dates.join('; ')}.`;
    const about = {
      name,
      group,
      told: remindersOfMember,
      kinds: cohort.kinds,
      now,
      timeZone: config.timeZone,
    };
    const email = composeReminderEmail(getEmailSender(services), about);
    const to = { memberId };
    return [{ to, text, path: paths.students, isAlways, email: { ...email, groupId: group.id } }];
  });
  await notify(context, 'reminders', notices);
}

/** Returns true if only the files of the member are missing, who joined late. */
const isOnlyOwn = (reminders: readonly Pick<DueReminder, 'newcomer'>[]): boolean =>
  reminders.every(({ newcomer }) => newcomer);

type ReminderEmail = {
  name: string;
  group: { name: string };
  told: readonly (Pick<DueReminder, 'newcomer'> & {
    submission: Pick<Submission, 'title' | 'due' | 'missing'>;
  })[];
  kinds: readonly CohortKind[];
  now: Date;
  timeZone: string;
};

export function composeReminderEmail(
  sender: EmailSender,
  { name, group, told: reminders, kinds, now, timeZone }: ReminderEmail,
) {
  const blocks: EmailBlock[] = [
    {
      paragraph: isOnlyOwn(reminders)
        ? isolateRightToLeftValues`Dear ${name},\n\nYou haven’t submitted these files yet:`
        : isolateRightToLeftValues`Dear ${name},\n\n${group.name} hasn’t submitted these files yet:`,
    },
    ...reminders.map(({ submission }) => ({
      heading: isolateRightToLeftValues`${submission.title}, ${formatRelativeDueDate(submission.due, now)}`,
      facts: [
        { label: 'Due', value: formatDateTime(submission.due, timeZone) },
        {
          label: 'Missing',
          value: submission.missing
            .map((kind) => isolateRightToLeft(getKindLabel(kinds, kind)))
            .join(', '),
        },
      ],
    })),
    { link: `${sender.publicUrl}${paths.students}`, label: 'Submit files' },
    {
      paragraph:
        'If you need more time, request an extension on that page before the due date. You can mute these reminders on your desk, except the last one before each deadline.',
      isQuiet: true,
    },
  ];
  const [first] = reminders;
  const more = reminders.length > 1 ? ` and ${reminders.length - 1} more` : '';
  const subject = `Due ${first ? formatRelativeDueDate(first.submission.due, now) : ''}: ${first?.submission.title}${more}`;
  const values = { name, group: group.name, milestone: first?.submission.title ?? '' };
  return composeEmail(sender, {
    subject,
    blocks,
    own: { kind: 'reminder', values },
    isOptional: true,
  });
}

async function queueList(
  context: JobWriteContext,
  { to, name }: Person,
  groups: readonly RemindedGroup[],
  shouldList: (reminder: DueReminder) => boolean,
) {
  const { services, now } = context;
  const { config } = services;
  const lines = groups.flatMap(({ id: groupId, name: group, reminders }) =>
    reminders.filter(shouldList).map((reminder) => ({ groupId, group, ...reminder })),
  );
  if (lines.length === 0) return;
  const byDeadline = Map.groupBy(lines, ({ submission }) => submission.title);
  const blocks: EmailBlock[] = [
    {
      paragraph: isolateRightToLeftValues`Dear ${name},\n\nThese groups haven’t submitted their files:`,
    },
    ...[...byDeadline].map(([title, of]) => ({
      heading: title,
      facts: of.map(({ group, submission, newcomer }) => ({
        label: newcomer
          ? isolateRightToLeftValues`${group}: ${quoteUserText(newcomer.name)}`
          : isolateRightToLeft(group),
        value: `${isDeadlinePassed(submission, now) ? 'Overdue, due' : 'Due'} ${formatRelativeDueDate(submission.due, now)}`,
      })),
    })),
    { link: `${config.publicUrl}${links.missedGroups()}`, label: 'Open the board' },
  ];
  const groupIds = [...new Set(lines.map(({ groupId }) => groupId))];
  const count = groupIds.length;
  const subject = `${count} ${count === 1 ? 'group hasn’t' : 'groups haven’t'} submitted files`;
  const email = composeEmail(getEmailSender(services), { subject, blocks, isOptional: true });
  const titles = [...byDeadline.keys()].join(', ');
  const right =
    'userId' in to
      ? ({ right: 'all-groups', groupIds } as const)
      : ({ right: 'recipient' } as const);
  const notice = {
    to,
    text: `${subject}: ${titles}.`,
    path: links.missedGroups(),
    email: { ...email, groupId: null, ...right },
  };
  await notify(context, 'reminders', [notice]);
}
