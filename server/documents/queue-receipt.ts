import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { formatLateness, type Submission } from '#contract/rules/submissions.ts';
import { formatSize } from '#contract/values/format-size.ts';
import { isolateRightToLeft, isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { getLabelInCohort } from '#server/content/kind-labels.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  composeEmail,
  type EmailBlock,
  type EmailSender,
  getEmailSender,
} from '#server/mail/compose-email.ts';
import { notify } from '#server/notices/notify.ts';

type UploadReceipt = {
  group: Pick<DatabaseRow<'groups'>, 'id' | 'name' | 'supervisor_id' | 'cohort_id'>;
  row: DatabaseRow<'documents'>;
  submission: Submission | undefined;
  lateMs: number;
  /** ISO 8601 in UTC. Set if the submission was later than the upload. */
  submittedAt?: string;
};

/**
 * Queues a receipt, as an email and a notice, and a notice for the supervisor. An admin who uploads for a group gets
 * none: the owner of the file gets it, or all members.
 */
export async function queueReceipt(
  context: WriteContext,
  { group, row, submission, lateMs, submittedAt }: UploadReceipt,
): Promise<void> {
  const { services, caller } = context;
  const { timeZone } = services.config;
  const label = getLabelInCohort(services.content, group.cohort_id, row.kind);
  const about = { group, label, row, submission, lateMs, submittedAt, timeZone };
  const warning = row.warning ? ` ${row.warning}` : '';
  const { name, userId } = caller;
  const receivers =
    caller.role === 'admin' ? await listOwners(context, group.id, row) : [{ to: { userId }, name }];
  const receipts = receivers.map((receiver) => {
    const isForOthers = 'memberId' in receiver.to;
    const names = { name: receiver.name, isForOthers };
    const email = composeReceiptEmail(getEmailSender(services), { ...about, ...names });
    return {
      to: receiver.to,
      text: `${label} of ${group.name} was received${isForOthers ? ' from the FYP office' : ''}: ${row.name} (version ${row.version}).${warning}`,
      path: paths.students,
      email: { ...email, groupId: group.id },
    };
  });
  const late = lateMs > 0 ? `, ${formatLateness(lateMs)} late` : '';
  const seen = group.supervisor_id !== null && {
    to: { userId: group.supervisor_id },
    text: `${group.name} submitted: ${label}${late}.`,
    path: links.groupTab(group.name, 'documents'),
  };
  await notify(context, 'documents', seen ? [...receipts, seen] : receipts);
}

export async function listOwners(
  { trx }: WriteContext,
  groupId: string,
  { member_id }: Pick<DatabaseRow<'documents'>, 'member_id'>,
) {
  const members = await trx
    .selectFrom('members')
    .select(['id', 'name'])
    .where('group_id', '=', groupId)
    .$if(member_id !== null, (query) => query.where('id', '=', member_id ?? ''))
    .where(isCurrentMember)
    .orderBy('position')
    .execute();
  return members.map(({ id, name }) => ({ to: { memberId: id }, name }));
}

type Receipt = {
  name: string;
  group: { name: string };
  /** Title of the kind of file. */
  label: string;
  row: Pick<
    DatabaseRow<'documents'>,
    'name' | 'version' | 'size' | 'sha256' | 'uploaded_by_name' | 'uploaded_at' | 'warning'
  >;
  submission: Submission | undefined;
  lateMs: number;
  submittedAt?: string | undefined;
  timeZone: string;
  /** True if the FYP office has uploaded the file. */
  isForOthers?: boolean;
};

export function composeReceiptEmail(
  sender: EmailSender,
  { name, group, label, row, submission, lateMs, submittedAt, timeZone, isForOthers }: Receipt,
) {
  const when = formatDateTime(row.uploaded_at, timeZone);
  const deadline = submission && {
    label: isolateRightToLeft(submission.title),
    value: lateMs > 0 ? `${formatLateness(lateMs)} late` : 'on time',
  };
  const blocks: EmailBlock[] = [
    {
      paragraph: submittedAt
        ? isolateRightToLeftValues`Dear ${name},\n\nThe version below has also been submitted for another deadline.`
        : isForOthers
          ? isolateRightToLeftValues`Dear ${name},\n\nThe FYP office uploaded a file for your group.`
          : isolateRightToLeftValues`Dear ${name},\n\nWe received your file.`,
    },
    {
      facts: [
        { label: 'Group', value: group.name },
        { label: 'File', value: isolateRightToLeftValues`${row.name} (version ${row.version})` },
        { label: 'Size', value: `${formatSize(row.size)} (${row.size} bytes)` },
        { label: 'Received', value: when },
        ...(submittedAt
          ? [{ label: 'Submitted again', value: formatDateTime(submittedAt, timeZone) }]
          : []),
        { label: 'Uploaded by', value: row.uploaded_by_name },
        ...(deadline ? [deadline] : []),
        { label: 'SHA-256', value: row.sha256, isText: true },
      ],
    },
    ...(row.warning ? [{ paragraph: row.warning }] : []),
    { link: `${sender.publicUrl}${paths.students}`, label: 'Open your group' },
  ];
  const subject = `${label} received: ${group.name}`;
  const values = { name, group: group.name, document: label, file: row.name };
  const template = { kind: 'receipt', values } as const;
  return composeEmail(sender, { subject, blocks, own: template, isOptional: true });
}
