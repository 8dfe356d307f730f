import type { z } from 'zod';
import type { CertificateInput } from '#contract/certificates.ts';
import { Problem } from '#contract/problem.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import type { Content } from '#server/content/content.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { findMembershipIn, lockGroup, requireConfirmed } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';

export type Input = z.output<typeof CertificateInput>;

const noSuchEntry = () =>
  new Problem('not-found', 'This certificate does not exist, or is not yours to change.');

/**
 * The caller’s own entry, with its group locked. Throws `unconfirmed`, `not-found`, `cohort-closed`, and
 * `stale-version` for one that is accepted.
 */
export async function lockOwnEntry(trx: Db, caller: Caller, id: string) {
  requireConfirmed(caller);
  const found = await trx
    .selectFrom('certificates')
    .innerJoin('members', 'members.id', 'certificates.member_id')
    .select(['members.id as memberId', 'members.group_id as groupId'])
    .where('certificates.id', '=', id)
    .executeTakeFirst();
  const own = found && (await findMembershipIn(trx, caller, found.groupId));
  if (!found || own?.id !== found.memberId) throw noSuchEntry();
  const group = await lockGroup(trx, found.groupId);
  // Read under the lock: it may have been checked or removed meanwhile.
  const entry = await trx
    .selectFrom('certificates')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!entry) throw noSuchEntry();
  if (entry.state === 'accepted') {
    const message = `“${entry.title}” is accepted and stays as it is.`;
    throw new Problem('stale-version', message);
  }
  return { group, entry };
}

/** What is stored of it. Throws `invalid` for what the rule does not name. */
export function columnsOf({ courses }: Content, { title, provider, countsFor, courseId }: Input) {
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

/** The trail tells that an entry was listed, changed or removed, and its title. */
export function recordOwn(
  trx: Db,
  caller: Caller,
  { id, name }: Pick<Row<'groups'>, 'id' | 'name'>,
  detail: string,
  now: Date,
): Promise<void> {
  const subject = { kind: 'group', id, name } as const;
  return recordEntry(trx, { action: 'certificate-changed', by: caller, subject, detail }, now);
}
