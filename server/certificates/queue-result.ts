import { links } from '#contract/links.ts';
import type { MemberCertificates } from '#contract/students/certificates.ts';
import { isolateRightToLeft } from '#contract/values/isolate.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { composeEmail, type EmailBlock, getEmailSender } from '#server/mail/compose-email.ts';
import { mayReceiveEmails } from '#server/notices/find-recipients.ts';
import { notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { isDecisionUnsent, readCertificateRows } from './read-entries.ts';

/** Returns the decisions that can be emailed to the member now: none if the account is blocked. */
export async function readUnsentDecisions(
  db: Db,
  memberId: string,
): Promise<DatabaseRow<'certificates'>[]> {
  const [rows, isReachable] = await Promise.all([
    readCertificateRows(db, memberId),
    mayReceiveEmails(db, { memberId }),
  ]);
  return isReachable ? rows.filter(isDecisionUnsent) : [];
}

type Result = {
  group: DatabaseRow<'groups'>;
  member: MemberCertificates;
  unsent: readonly DatabaseRow<'certificates'>[];
};

/** Queues one email with the unsent decisions, and records them as sent. */
export async function queueCertificateResult(
  context: WriteContext,
  { group, member, unsent }: Result,
): Promise<void> {
  const { trx, services, caller } = context;
  const to = { memberId: member.memberId };
  const returned = unsent.filter(({ state }) => state === 'returned');
  const accepted = unsent.filter(({ state }) => state === 'accepted');
  const summary = returned.length > 0 ? `${returned.length} returned` : 'accepted';
  const subject = `${group.name}: your certificates were checked, ${summary}`;
  const blocks = blocksOf(services, member, { accepted, returned });
  const composed = composeEmail(getEmailSender(services), {
    subject,
    blocks,
    replyTo: caller.email,
    isOptional: true,
  });
  const email = { ...composed, groupId: group.id };
  const notice = { to, text: `${subject}.`, path: links.ownCertificates, email };
  await notify(context, 'certificates', [notice]);
  const update = trx
    .updateTable('certificates')
    .set((eb) => ({ told_state: eb.ref('state'), told_reason: eb.ref('reason') }))
    .where(
      'id',
      'in',
      unsent.map(({ id }) => id),
    );
  await update.execute();
  const about = { kind: 'group', id: group.id, name: `${member.name}, ${group.name}` } as const;
  const detail = `${accepted.length} accepted, ${returned.length} returned`;
  const entry = { action: 'certificates-result-sent', by: caller, subject: about, detail } as const;
  await recordAuditEntry(context, entry);
}

/** Names the decision of the last email if this email corrects it. */
const formatTitle = (title: string, decisionBefore: string | null): string =>
  isolateRightToLeft(title) + (decisionBefore ? ` (previously ${decisionBefore})` : '');

type Decided = Record<'accepted' | 'returned', readonly DatabaseRow<'certificates'>[]>;

function blocksOf(
  { config }: Services,
  { name, sentence, unchecked }: MemberCertificates,
  { accepted, returned }: Decided,
): EmailBlock[] {
  const still = unchecked > 0 ? ` Not checked yet: ${unchecked}.` : '';
  return [
    {
      paragraph: `Dear ${isolateRightToLeft(name)},\n\nYour certificates have been checked. ${sentence}${still}`,
    },
    ...(returned.length > 0
      ? [
          {
            heading: 'Returned',
            facts: returned.map(({ title, reason, told_state }) => ({
              label: formatTitle(title, told_state === 'accepted' ? 'accepted' : null),
              value: reason ?? '',
              isText: true,
            })),
          },
          {
            paragraph:
              'Correct these certificates in the portal, and upload the merged PDF again if it changes.',
          },
        ]
      : []),
    ...(accepted.length > 0
      ? [
          {
            heading: 'Accepted',
            facts: accepted.map(({ title, told_state }) => ({
              label: formatTitle(title, told_state === 'returned' ? 'returned' : null),
              value: 'accepted',
            })),
          },
        ]
      : []),
    { link: `${config.publicUrl}${links.ownCertificates}`, label: 'Open your certificates' },
  ];
}
