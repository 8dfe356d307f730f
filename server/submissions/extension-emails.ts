import { paths } from '#contract/paths.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { findActiveAccount } from '#server/groups/staff/find-active-accounts.ts';
import {
  composeEmail,
  type EmailBlock,
  type EmailSender,
  getEmailSender,
} from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';

type Asked = {
  deadline: { title: string; due: string };
  askedDue: string;
  reason: string;
  /** True if the supervisor may read the reason. */
  isForSupervisor: boolean;
  supervisorDecides: boolean;
};

/** Notifies the office and the supervisor by email, and all admins by a notice. */
export async function queueExtensionRequestEmails(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  { deadline, askedDue, reason, isForSupervisor, supervisorDecides }: Asked,
): Promise<void> {
  const { trx, services, caller } = context;
  const { config, content } = services;
  const at = (instant: string) => formatDateTime(instant, config.timeZone);
  const [supervisor, admins] = await Promise.all([
    findActiveAccount(trx, group.supervisor_id),
    trx.selectFrom('users').select('id').where('role', '=', 'admin').execute(),
  ]);
  const buildBlocks = (withReason: boolean, label: string): EmailBlock[] => [
    {
      paragraph: isolateRightToLeftValues`${caller.name} requests an extension for ${group.name}, “${group.title}”.`,
    },
    {
      facts: [
        { label: 'Deadline', value: deadline.title },
        { label: 'Due', value: at(deadline.due) },
        { label: 'Requested', value: at(askedDue) },
        ...(withReason ? [{ label: 'Reason', value: reason, isText: true }] : []),
      ],
    },
    { link: `${config.publicUrl}${paths.desk}`, label },
  ];
  const subject = `${group.name} requests an extension: ${deadline.title}`;
  const compose = (withReason: boolean, label = 'Decide') => ({
    ...composeEmail(getEmailSender(services), {
      subject,
      blocks: buildBlocks(withReason, label),
      replyTo: caller.email,
      isOptional: true,
    }),
    groupId: group.id,
  });
  const notice = { text: `${subject}.`, path: paths.desk };
  const office = content.department.office.email;
  const notices: NotificationMessage[] = [
    { ...notice, to: { address: office }, email: compose(true) },
  ];
  if (supervisor && supervisor.email !== office) {
    const label = supervisorDecides ? 'Decide' : 'Support or advise against it';
    const email = compose(isForSupervisor, label);
    notices.push({ ...notice, to: { userId: supervisor.id }, email });
  }
  notices.push(...admins.map(({ id }) => ({ ...notice, to: { userId: id } })));
  await notify(context, 'extensions', notices);
}

export type ExtensionDecisionData = {
  deadline: { title: string };
  decision: 'granted' | 'refused' | 'excused' | 'kept';
  due: string;
  reason: string;
  /** The account that asked, which alone gets the reason. If undefined, nobody asked and all members get it. */
  requesterId?: string;
};

const decisionTexts = {
  granted: 'has a new date for your group',
  refused: 'keeps its date: your extension request was declined',
  excused: 'doesn’t apply to your group: you’re excused',
  kept: 'was moved for other groups, but your group’s date is unchanged',
};

const headings = {
  granted: 'new date',
  refused: 'extension declined',
  excused: 'excused',
  kept: 'date unchanged for your group',
};

const dateLabels: Partial<Record<ExtensionDecisionData['decision'], string>> = {
  granted: 'New date',
  kept: 'Due',
};

export async function queueExtensionDecisionEmails(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  { deadline, decision, due, reason, requesterId }: ExtensionDecisionData,
): Promise<void> {
  const { trx, services, caller } = context;
  const { config } = services;
  const members = await trx
    .selectFrom('members')
    .select(['id', 'name', 'user_id'])
    .where('group_id', '=', group.id)
    .where(isCurrentMember)
    .orderBy('position')
    .execute();
  const { timeZone } = config;
  const until = dateLabels[decision] ? `: ${formatDateTime(due, timeZone)}` : '';
  const text = `${deadline.title} ${decisionTexts[decision]}${until}.`;
  const notices = members.map(({ id: memberId, name, user_id }) => {
    const isReader = requesterId === undefined || requesterId === user_id;
    const about = { name, group, by: caller, timeZone, deadline, decision, due };
    const email = composeDecisionEmail(getEmailSender(services), {
      ...about,
      reason: isReader ? reason : '',
    });
    const to = { memberId };
    return { to, text, path: paths.students, email: { ...email, groupId: group.id } };
  });
  await notify(context, 'extensions', notices);
}

type DecisionEmail = ExtensionDecisionData & {
  name: string;
  group: { name: string };
  by: { name: string; email: string };
  timeZone: string;
};

export function composeDecisionEmail(sender: EmailSender, email: DecisionEmail) {
  const { name, group, by, timeZone, deadline, decision, due, reason } = email;
  const dateLabel = dateLabels[decision];
  const facts = [
    { label: 'Group', value: group.name },
    ...(dateLabel ? [{ label: dateLabel, value: formatDateTime(due, timeZone) }] : []),
    ...(reason ? [{ label: 'Reason', value: reason, isText: true }] : []),
    { label: 'Decided by', value: by.name },
  ];
  const blocks: EmailBlock[] = [
    {
      paragraph: isolateRightToLeftValues`Dear ${name},\n\n${deadline.title} ${decisionTexts[decision]}.`,
    },
    { facts },
    { link: `${sender.publicUrl}${paths.students}`, label: 'Open your group' },
  ];
  const subject = `${deadline.title}: ${headings[decision]}`;
  const values = { name, group: group.name, milestone: deadline.title };
  const template = { kind: 'extension', values } as const;
  return composeEmail(sender, {
    subject,
    blocks,
    replyTo: by.email,
    own: template,
    isOptional: true,
  });
}
