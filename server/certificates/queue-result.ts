import { links } from '#contract/links.ts';
import type { MemberCertificates } from '#contract/students/certificates.ts';
import { isolateRightToLeft } from '#contract/values/isolate.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { composeEmail, type EmailBlock, getEmailSender } from '#server/mail/compose-email.ts';
import { mayReceiveEmails } from '#server/notices/find-recipients.ts';
import { notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { isDecisionUnsent, readCertificateRows } from './read-entries.ts';

type About = { group: DatabaseRow<'groups'>; member: MemberCertificates };

/** Queues one email with all unsent decisions. Returns the number of decisions, or 0 if the account is blocked. */
export async function queueCertificateResult(
  context: WriteContext,
  { group, member }: About,
): Promise<number> {
  const { trx, services, caller } = context;
  const untold = (await readCertificateRows(trx, member.memberId)).filter(isDecisionUnsent);
  const to = { memberId: member.memberId };
  if (untold.length === 0 || !(await mayReceiveEmails(trx, to))) return 0;
  const returned = untold.filter(({ state }) => state === 'returned');
  const accepted = untold.filter(({ state }) => state === 'accepted');
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
  for (const { id, state, reason } of untold) {
    await trx
      .updateTable('certificates')
      .set({ told_state: state, told_reason: reason })
      .where('id', '=', id)
      .execute();
  }
  const about = { kind: 'group', id: group.id, name: `${member.name}, ${group.name}` } as const;
  const detail = `${accepted.length} accepted, ${returned.length} returned`;
  const entry = { action: 'certificates-result-sent', by: caller, subject: about, detail } as const;
  await recordAuditEntry(context, entry);
  return untold.length;
}

type Decided = Record<'accepted' | 'returned', readonly DatabaseRow<'certificates'>[]>;

function blocksOf(
  { config }: Services,
  { name, sentence, unchecked }: MemberCertificates,
  { accepted, returned }: Decided,
): EmailBlock[] {
  const still = unchecked > 0 ? ` Not checked yet: ${unchecked}.` : '';
  return [
    {
      paragraph: `Dear ${isolateRightToLeft(name)},\n\nyour certificates were checked. ${sentence}${still}`,
    },
    ...(returned.length > 0
      ? [
          {
            heading: 'Returned',
            facts: returned.map(({ title, reason }) => ({
              label: isolateRightToLeft(title),
              value: reason ?? '',
              isText: true,
            })),
          },
          {
            paragraph: 'Correct these on your page, and upload the merged PDF again if it changes.',
          },
        ]
      : []),
    ...(accepted.length > 0
      ? [
          {
            heading: 'Accepted',
            facts: accepted.map(({ title }) => ({
              label: isolateRightToLeft(title),
              value: 'accepted',
            })),
          },
        ]
      : []),
    { link: `${config.publicUrl}${links.ownCertificates}`, label: 'Open your certificates' },
  ];
}
