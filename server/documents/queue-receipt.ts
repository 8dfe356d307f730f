import { documentKinds, formatSize } from '#contract/documents.ts';
import { formatLate, type Submission } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/time.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { type Block, composeEmail, emailSenderOf } from '#server/mail/compose-email.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';

type Uploaded = {
  group: Pick<Row<'groups'>, 'id' | 'name'>;
  row: Row<'documents'>;
  submission: Submission | undefined;
  lateMs: number;
};

/** What was taken, so that nobody has to wonder: to whoever uploaded it. */
export async function queueReceipt(
  trx: Db,
  services: Services,
  caller: Caller,
  { group, row, submission, lateMs }: Uploaded,
  now: Date,
): Promise<void> {
  const { config } = services;
  const { label } = documentKinds[row.kind];
  const when = formatDateTime(row.uploaded_at, config.timeZone);
  const deadline = submission && {
    label: submission.title,
    value: lateMs > 0 ? `${formatLate(lateMs)} late` : 'in time',
  };
  const blocks: Block[] = [
    { paragraph: `Dear ${caller.name},\n\nyour file has arrived.` },
    {
      facts: [
        { label: 'Group', value: group.name },
        { label: 'File', value: `${row.name} (version ${row.version})` },
        { label: 'Size', value: `${formatSize(row.size)} (${row.size} bytes)` },
        { label: 'Received', value: when },
        { label: 'Uploaded by', value: row.uploaded_by_name },
        ...(deadline ? [deadline] : []),
        { label: 'SHA-256', value: row.sha256, isText: true },
      ],
    },
    { link: `${config.publicUrl}/students`, label: 'Open your group' },
  ];
  const subject = `${label} received: ${group.name}`;
  const email = composeEmail(emailSenderOf(services), { subject, blocks });
  await queueEmail(trx, { ...email, recipient: caller.email, groupId: group.id }, config, now);
}
