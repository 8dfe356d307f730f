import { Problem } from '#contract/problem.ts';
import { toRollKey } from '#contract/rules/roll.ts';
import { toNameKey } from '#contract/values/text.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';
import { findEarlierRows } from '#server/groups/membership/earlier-rows.ts';
import { findFirstRecordTime } from './member-records.ts';
import { type Identity, isKnownOtherPerson } from './other-person.ts';

type Member = DatabaseRow<'members'>;
type IdentityEdit = {
  [Field in keyof Identity]?: Identity[Field] | undefined;
} & {
  isAnotherStudent?: boolean | undefined;
  /** An admin's reason why the new identity is that of the same person. */
  samePerson?: string | undefined;
};

const labels = { name: 'name', roll: 'roll number', email: 'email' } as const;
const fields = Object.keys(labels) as (keyof Identity)[];
const toKey = {
  name: toNameKey,
  roll: toRollKey,
  email: (email: string) => email,
};

const listDifferences = (from: Identity, to: Identity) =>
  fields.filter((field) => toKey[field](from[field]) !== toKey[field](to[field]));

/** Field of the history entry of a confirmation. Its new value is the reason. */
export const samePersonField = 'same_person';

/**
 * Throws `invalid` if an edit would give the records of a member to another person. The new identity is compared with
 * that at the member's first record, or at the last confirmation by an admin: one of name, roll number and email may
 * differ, and only by a value that belongs to no other known person. With a reason in `samePerson`, everything may.
 * The records of a member who moved include those in the earlier groups, and the move itself. Every write of one of them must call this first, with a member that was read while holding the lock on the group.
 * `toFormField` returns the form field of the error.
 */
export async function requireSamePerson(
  { trx }: WriteTransaction,
  member: Member,
  { isAnotherStudent, samePerson, ...edit }: IdentityEdit,
  toFormField: (field: 'email' | 'samePerson') => string,
): Promise<void> {
  const changed = Object.entries(edit).filter(([, value]) => value !== undefined);
  const after: Identity = { ...member, ...Object.fromEntries(changed) };
  if (listDifferences(member, after).length === 0) return;
  // The records stay with the account.
  if (member.user_id !== null && after.email === member.email) return;
  const earlier = await findEarlierRows(trx, [member.id]);
  const since =
    (await findFirstRecordTime(trx, [member, ...earlier])) ??
    earlier.flatMap(({ left_at }) => left_at ?? []).toSorted()[0];
  if (since === undefined) return;
  const records = `${member.name} (${member.roll}) has records here, such as marks, files or requests`;
  const refuse = (field: 'email' | 'samePerson', message: string) =>
    new Problem('invalid', message, { fields: { [toFormField(field)]: message } });
  if (isAnotherStudent) {
    throw refuse(
      'email',
      `${records}, which another student mustn’t see. Use “Change people” on the group’s page: ${member.name} leaves, and the other student joins.`,
    );
  }
  if (samePerson !== undefined) return;
  const rowIds = [member, ...earlier].map(({ id }) => id);
  const before = await readIdentityAt(trx, member, { rowIds, since });
  const different = listDifferences(before, after);
  if (different.length === 0) return;
  const isOther = await isKnownOtherPerson(trx, member, before, after);
  if (different.length === 1 && !isOther) return;
  const what = different.map((field) => `${labels[field]} “${before[field]}”`).join(' and ');
  const why = isOther
    ? 'Another person has the new one.'
    : 'Together, the changes look like another person.';
  throw refuse(
    'samePerson',
    `${records}, under the ${what}. ${why} If it’s the same person, say why. If not, use “Change people”: ${member.name} leaves, and the other student joins.`,
  );
}

/**
 * Returns the member's identity at an instant, or at the last later confirmation. A new email that the member has set
 * in their own account counts as theirs.
 */
async function readIdentityAt(
  db: Db,
  member: Member,
  { rowIds, since }: { rowIds: readonly string[]; since: string },
): Promise<Identity> {
  // A member who moved has an earlier history in the other groups.
  const formerGroups = await db
    .selectFrom('departures')
    .select('group_id')
    .where('member_id', 'in', rowIds)
    .execute();
  const changes = await db
    .selectFrom('changes')
    .select(['field', 'value_from', 'changed_by'])
    .where('group_id', 'in', [member.group_id, ...formerGroups.map(({ group_id }) => group_id)])
    .where('member_id', 'in', rowIds)
    .where('part', '=', 'member')
    .where('field', 'in', [...fields, samePersonField])
    .where('changed_at', '>=', since)
    .orderBy('changed_at')
    .orderBy('sequence')
    .execute();
  const confirmed = changes.findLastIndex(({ field }) => field === samePersonField);
  const later = changes
    .slice(confirmed + 1)
    .filter(({ field, changed_by }) => field !== 'email' || changed_by !== member.user_id)
    // The entry of a new member has no old value.
    .filter(({ value_from }) => value_from !== null);
  const findValue = (field: keyof Identity) =>
    later.find((change) => change.field === field)?.value_from ?? member[field];
  return { name: findValue('name'), roll: findValue('roll'), email: findValue('email') };
}
