import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { maxCertificates } from '#contract/students/certificates.ts';
import type { Db } from '#server/db/tables.ts';
import {
  createGroupNotFoundProblem,
  findMembershipInGroup,
  lockGroup,
  requireConfirmedEmail,
} from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import {
  type CertificateFormInput,
  recordCertificateChange,
  toCertificateColumns,
} from './own-entry.ts';
import { readCertificate, readCertificateRows } from './read-entries.ts';

/** Adds a certificate, or returns an unchecked one with the same details. Throws `invalid` if there are too many. */
export function addCertificate(
  services: Services,
  caller: Caller,
  groupId: string,
  input: CertificateFormInput,
) {
  return writeAs(services, caller, async (context) => {
    const { trx } = context;
    requireConfirmedEmail(caller);
    if (!(await findMembershipInGroup(trx, caller, groupId))) throw createGroupNotFoundProblem();
    // Re-check under the lock: the caller may have been removed from the group.
    const group = await lockGroup(trx, groupId);
    const membership = await findMembershipInGroup(trx, caller, groupId);
    if (!membership) throw createGroupNotFoundProblem();
    const columns = toCertificateColumns(services.content, input);
    const same = await findSame(trx, membership.id, columns);
    if (same) return { message: listed(input.title), certificate: same };
    const { now } = context;
    const id = randomUUID();
    const added = trx.insertInto('certificates').values({
      id,
      member_id: membership.id,
      ...columns,
      revision: 1,
      state: 'unchecked',
      created_at: now.toISOString(),
      changed_at: now.toISOString(),
    });
    await added.execute();
    await recordCertificateChange(context, group, `listed “${input.title}”`);
    return { message: listed(input.title), certificate: await readCertificate(trx, id) };
  });
}

const listed = (title: string) => `“${title}” added`;

async function findSame(
  trx: Db,
  memberId: string,
  columns: ReturnType<typeof toCertificateColumns>,
) {
  const entries = await readCertificateRows(trx, memberId);
  const same = entries.find(
    (entry) =>
      entry.state === 'unchecked' &&
      entry.title === columns.title &&
      entry.provider === columns.provider &&
      entry.counts_for === columns.counts_for,
  );
  if (same) return readCertificate(trx, same.id);
  if (entries.length < maxCertificates) return undefined;
  const message = `You’ve already listed ${maxCertificates} certificates. Remove one first.`;
  throw new Problem('invalid', message, { fields: { title: message } });
}
