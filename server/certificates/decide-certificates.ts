import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { decideCertificates as endpoint } from '#contract/students/certificates.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  hasFullGroupAccess,
  isMemberByAccount,
  lockGroup,
  requireImpartial,
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
import { queueCertificateResult, readUnsentDecisions } from './queue-result.ts';
import { readCertificateRows } from './read-entries.ts';

type Input = z.output<typeof endpoint.body>;

/**
 * Applies a decision to all or none of the certificates, and emails the result once all are checked. If
 * emailed decisions are undone and not replaced, a job emails a correction. Idempotent. Throws
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
    const { group, rows, versions } = await lockChecked(trx, caller, memberId);
    const entries = findEntries(rows, input);
    const changed = await decide(context, entries, input, findDocumentId(versions, input));
    const [member, unsent] = await Promise.all([
      getCertificatesOfAnyMember(trx, services.content, caller, memberId),
      readUnsentDecisions(trx, memberId),
    ]);
    if (changed.length > 0) await record(context, group, member.name, input, changed);
    const isSent = input.decision !== 'unchecked' && member.unchecked === 0 && unsent.length > 0;
    if (isSent) await queueCertificateResult(context, { group, member, unsent });
    const message = messageOf(input, member.name) + formatEmailed(input, isSent, changed);
    return { message, member: isSent ? { ...member, untold: 0 } : member, isSent };
  });
  services.mail.wake();
  return reply;
}

/** Emails a student all unsent decisions. Throws `invalid` if there are none or the account is blocked. */
export async function sendCertificateResult(services: Services, caller: Caller, memberId: string) {
  const reply = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const { group } = await lockChecked(trx, caller, memberId);
    const [member, unsent] = await Promise.all([
      getCertificatesOfAnyMember(trx, services.content, caller, memberId),
      readUnsentDecisions(trx, memberId),
    ]);
    if (unsent.length === 0) {
      if (member.untold > 0) throw createUnreachableMemberProblem(member);
      throw new Problem('invalid', `All decisions have already been emailed to ${member.name}.`);
    }
    await queueCertificateResult(context, { group, member, unsent });
    const message = `The result is on its way to ${member.name}.`;
    return { message, member: { ...member, untold: 0 } };
  });
  services.mail.wake();
  return reply;
}

/** Locks the member's group, and returns the member's certificates and the versions of their merged PDF. */
async function lockChecked(trx: Db, caller: Caller, memberId: string) {
  const member = await findMemberWithGroup(trx, memberId);
  // Check the access first, so that a closed cohort is not revealed to somebody without access.
  if (!member || !hasFullGroupAccess(caller, member)) throw createMemberNotFoundProblem();
  const group = await lockGroup(trx, member.id);
  const isMember = await isMemberByAccount(trx, caller, member.id);
  requireSupervisorOrAdmin(caller, group);
  requireImpartial(group, isMember);
  const rows = await readCertificateRows(trx, memberId);
  return { group, rows, versions: await listCertificatePdfVersions(trx, memberId) };
}

function findEntries(rows: readonly DatabaseRow<'certificates'>[], { entries }: Input) {
  return entries.map(({ _id, revision }) => {
    const row = rows.find(({ id }) => id === _id);
    if (!row) throw new Problem('not-found', 'This certificate has been removed. Reload the page.');
    if (row.revision === revision) return row;
    const message = `“${row.title}” has changed since you opened it. Reload the page and check it again.`;
    throw new Problem('stale-version', message);
  });
}

/** Returns the id of the merged PDF that the decision is based on. Only the newest version can be accepted. */
function findDocumentId(
  [newest]: readonly DatabaseRow<'documents'>[],
  { decision, documentId, reason }: Input,
): string | null {
  if (decision === 'returned' && reason === '') {
    const message = 'Enter a reason for returning it.';
    throw new Problem('invalid', message, { fields: { reason: message } });
  }
  if (decision !== 'accepted') return newest?.id ?? null;
  if (!newest || newest.removed_at !== null)
    throw new Problem('invalid', 'You can’t accept certificates until the merged PDF is uploaded.');
  if (newest.id === documentId) return newest.id;
  const message =
    'A newer version of the merged PDF has been uploaded. Open the latest version first.';
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
  if (open.length === 0) return open;
  const update = trx
    .updateTable('certificates')
    .set({
      ...{ state: decision, ...checked, ...(isReturned && { reason }) },
      ...(isOpen && { changed_at: now.toISOString() }),
    })
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    );
  await update.execute();
  return open;
}

const verbs = { accepted: 'accepted', returned: 'returned', unchecked: 'marked as not checked' };

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

function formatEmailed(
  { decision }: Input,
  isSent: boolean,
  changed: readonly DatabaseRow<'certificates'>[],
): string {
  if (isSent) return ' The result was emailed.';
  const isEmailedBefore = changed.some(({ told_state }) => told_state !== null);
  return decision === 'unchecked' && isEmailedBefore
    ? ' The student will get a correction by email unless you decide again within 30 seconds.'
    : '';
}

function messageOf({ entries, decision }: Input, name: string): string {
  const count = entries.length === 1 ? '1 certificate' : `${entries.length} certificates`;
  return `${name}: ${count} ${verbs[decision]}.`;
}
