import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { decideCertificates as endpoint } from '#contract/students/certificates.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  lockGroup,
  requireImpartialCaller,
  requireSupervisorOrAdmin,
} from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import { createUnreachableMemberProblem } from '#server/notices/find-recipients.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import {
  createMemberNotFoundProblem,
  findMemberWithGroup,
  getCertificatesOfAnyMember,
  listCertificatePdfVersions,
} from './get-member.ts';
import { queueCertificateResult } from './queue-result.ts';

type Input = z.output<typeof endpoint.body>;

/**
 * Applies a decision to all or none of the certificates, and emails the result once all are checked. Idempotent. Throws
 * `not-found`, `forbidden`, `invalid`, `cohort-closed`, or `stale-version` if a certificate or the PDF has changed.
 */
export async function decideCertificates(
  services: Services,
  caller: Caller,
  memberId: string,
  input: Input,
) {
  const reply = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const group = await lockChecked(trx, caller, memberId);
    const entries = await entriesOf(trx, memberId, input);
    const documentId = await documentOf(trx, memberId, input);
    const changed = await decide(context, entries, input, documentId);
    const member = await getCertificatesOfAnyMember(trx, services.content, caller, memberId);
    if (changed.length > 0) await record(context, group, member.name, input, changed);
    const isLast = input.decision !== 'unchecked' && member.unchecked === 0;
    const decisionCount = isLast ? await queueCertificateResult(context, { group, member }) : 0;
    const isSent = decisionCount > 0;
    const sentMessage = isSent ? `${messageOf(input, member.name)} The result was emailed.` : '';
    const message = sentMessage || messageOf(input, member.name);
    return { message, member: isSent ? { ...member, untold: 0 } : member, isSent };
  });
  services.mail.wake();
  return reply;
}

/** Emails a student all unsent decisions. Throws `invalid` if there are none or the account is blocked. */
export async function sendCertificateResult(services: Services, caller: Caller, memberId: string) {
  const reply = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const group = await lockChecked(trx, caller, memberId);
    const member = await getCertificatesOfAnyMember(trx, services.content, caller, memberId);
    const decisionCount = await queueCertificateResult(context, { group, member });
    if (decisionCount === 0) {
      if (member.untold > 0) throw createUnreachableMemberProblem(member);
      throw new Problem('invalid', `${member.name} was already emailed every decision.`);
    }
    const message = `The result is on its way to ${member.name}.`;
    return { message, member: { ...member, untold: 0 } };
  });
  services.mail.wake();
  return reply;
}

async function lockChecked(
  trx: Db,
  caller: Caller,
  memberId: string,
): Promise<DatabaseRow<'groups'>> {
  const member = await findMemberWithGroup(trx, memberId);
  if (!member) throw createMemberNotFoundProblem();
  const group = await lockGroup(trx, member.id);
  requireSupervisorOrAdmin(caller, group);
  await requireImpartialCaller(trx, caller, group);
  return group;
}

async function entriesOf(trx: Db, memberId: string, { entries }: Input) {
  const rows = await trx
    .selectFrom('certificates')
    .selectAll()
    .where('member_id', '=', memberId)
    .execute();
  return entries.map(({ _id, revision }) => {
    const row = rows.find(({ id }) => id === _id);
    if (!row) throw new Problem('not-found', 'This certificate was removed meanwhile.');
    if (row.revision === revision) return row;
    const message = `“${row.title}” has been changed in the meantime. Read it again.`;
    throw new Problem('stale-version', message);
  });
}

/** Returns the id of the merged PDF that the decision is based on. Only the newest version can be accepted. */
async function documentOf(trx: Db, memberId: string, { decision, documentId, reason }: Input) {
  if (decision === 'returned' && reason === '') {
    const message = 'Say why it is returned.';
    throw new Problem('invalid', message, { fields: { reason: message } });
  }
  const [newest] = await listCertificatePdfVersions(trx, memberId);
  if (decision !== 'accepted') return newest?.id ?? null;
  if (!newest)
    throw new Problem('invalid', 'The merged PDF is missing, so nothing is accepted yet.');
  if (newest.id === documentId) return newest.id;
  const message = 'A newer version of the merged PDF was uploaded meanwhile. Open that one first.';
  throw new Problem('stale-version', message);
}

async function decide(
  { trx, caller, now }: WriteContext,
  entries: readonly DatabaseRow<'certificates'>[],
  { decision, reason }: Input,
  documentId: string | null,
) {
  const isReturned = decision === 'returned';
  const open = entries.filter(
    ({ state, reason: before }) => state !== decision || (isReturned && before !== reason),
  );
  const isOpen = decision === 'unchecked';
  const checked = {
    checked_by: isOpen ? null : caller.userId,
    checked_by_name: isOpen ? null : caller.name,
    checked_at: isOpen ? null : now.toISOString(),
    document_id: isOpen ? null : documentId,
  };
  for (const { id } of open) {
    await trx
      .updateTable('certificates')
      .set({ state: decision, ...checked, ...(isReturned && { reason }) })
      .where('id', '=', id)
      .execute();
  }
  return open;
}

const verbs = { accepted: 'accepted', returned: 'returned', unchecked: 'not checked any more' };

function record(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  name: string,
  { decision, reason }: Input,
  changed: readonly DatabaseRow<'certificates'>[],
): Promise<void> {
  const { caller } = context;
  const titles = changed.map(({ title }) => `“${title}”`).join(', ');
  const why = decision === 'returned' ? `: ${reason}` : '';
  const detail = `${verbs[decision]} ${titles}${why}`;
  const subject = { kind: 'group', id: group.id, name: `${name}, ${group.name}` } as const;
  return recordAuditEntry(context, { action: 'certificates-decided', by: caller, subject, detail });
}

function messageOf({ entries, decision }: Input, name: string): string {
  const count = entries.length === 1 ? '1 certificate' : `${entries.length} certificates`;
  return `${count} of ${name}: ${verbs[decision]}.`;
}
