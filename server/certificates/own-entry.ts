import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { CertificateInput } from '#contract/students/certificates.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { PortalContent } from '#server/content/content.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  findMembershipInGroup,
  lockGroup,
  requireConfirmedEmail,
} from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';

export type CertificateFormInput = z.output<typeof CertificateInput>;

const noSuchEntry = () =>
  new Problem('not-found', 'This certificate doesn’t exist, or you can’t change it.');

/** Locks the caller's unaccepted certificate. Throws `unconfirmed`, `not-found`, `cohort-closed` or `stale-version`. */
export async function lockOwnCertificate(trx: Db, caller: Caller, id: string) {
  requireConfirmedEmail(caller);
  const owner = await trx
    .selectFrom('certificates')
    .innerJoin('members', 'members.id', 'certificates.member_id')
    .select(['members.id as memberId', 'members.group_id as groupId'])
    .where('certificates.id', '=', id)
    .where('members.user_id', '=', caller.userId)
    .where('members.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!owner) throw noSuchEntry();
  // Re-check under the lock: the caller may have been removed from the group.
  const group = await lockGroup(trx, owner.groupId);
  const current = await findMembershipInGroup(trx, caller, owner.groupId);
  if (current?.id !== owner.memberId) throw noSuchEntry();
  const selectEntry = trx.selectFrom('certificates').selectAll().where('id', '=', id);
  const entry = await selectEntry.executeTakeFirst();
  if (!entry) throw noSuchEntry();
  if (entry.state === 'accepted') {
    const message = `“${entry.title}” has been accepted, so you can’t change it.`;
    throw new Problem('stale-version', message);
  }
  return { group, entry };
}

/** Converts form input to columns. Throws `invalid` for a category that the certificate rule does not contain. */
export function toCertificateColumns(
  { courses }: PortalContent,
  { title, provider, countsFor, courseId }: CertificateFormInput,
) {
  const isKnown =
    countsFor === 'optional' ||
    countsFor === 'internship' ||
    courses.rule.mandatory.some(({ id }) => id === countsFor);
  if (!isKnown) {
    const message = 'Choose what it counts for.';
    throw new Problem('invalid', message, { fields: { countsFor: message } });
  }
  const all = courses.topics.flatMap((topic) => topic.courses);
  const course = all.find(({ id }) => id === courseId);
  return { title, provider, counts_for: countsFor, course_id: course?.id ?? null };
}

export function recordCertificateChange(
  context: WriteContext,
  { id, name }: Pick<DatabaseRow<'groups'>, 'id' | 'name'>,
  detail: string,
): Promise<void> {
  const { caller } = context;
  const subject = { kind: 'group', id, name } as const;
  return recordAuditEntry(context, { action: 'certificate-changed', by: caller, subject, detail });
}
