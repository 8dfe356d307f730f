import { Problem } from '#contract/problem.ts';
import { toRollKey } from '#contract/rules/roll.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';
import { hasMemberRecords } from './member-records.ts';

type Member = DatabaseRow<'members'>;
type Identity = { roll: string; email: string };

/** Days during which a changed roll number keeps the email from changing, and the reverse. */
const identityDays = 14;
const dayMs = 24 * 3_600_000;

/**
 * Throws `invalid` if an edit changes both roll number and email of a member who has marks or files: the row then
 * describes another person, who would get these records. Two edits within 14 days count as one. Every write of a
 * member's roll number or email must call this first, with a member that was read while holding the lock on the group.
 * `toFormField` returns the form field of the error.
 */
export async function requireSamePerson(
  { trx, now }: WriteTransaction,
  before: Member,
  { roll = before.roll, email = before.email }: Partial<Identity>,
  toFormField: (field: keyof Identity) => string,
): Promise<void> {
  const after = { roll, email };
  if (!isRollChanged(before, after) && email === before.email) return;
  const isTogether = isAnotherPerson(before, after);
  const since = new Date(now.getTime() - identityDays * dayMs);
  const earlier = await readEarlierIdentity(trx, before, since);
  if (!isTogether && !isAnotherPerson(earlier, after)) return;
  if (!(await hasMemberRecords(trx, before.id))) return;
  const [field, other] = isRollChanged(before, after)
    ? (['roll', 'email'] as const)
    : (['email', 'roll'] as const);
  const name = `${before.name} (${before.roll})`;
  const reason = isTogether
    ? `The roll number and email of ${name} cannot change together`
    : `The ${labels[other]} of ${name} was changed less than ${identityDays} days ago, from “${earlier[other]}”, and the ${labels[field]} cannot change so soon after it`;
  const message = `${reason}: this row has marks, feedback, certificates or files, which another person would get. For another person, delete the group and have the project proposed again with the right members. To correct mistakes of the same person, change the email first, and the roll number ${identityDays} days later.`;
  throw new Problem('invalid', message, {
    fields: { [toFormField(isTogether ? 'email' : field)]: message },
  });
}

const labels = { roll: 'roll number', email: 'email' } as const;

const isRollChanged = (from: Identity, to: Identity) => toRollKey(from.roll) !== toRollKey(to.roll);

const isAnotherPerson = (from: Identity, to: Identity) =>
  isRollChanged(from, to) && from.email !== to.email;

/** Returns the member's identity at the instant. Ignores a new email of the member's account that its owner has set. */
async function readEarlierIdentity(db: Db, member: Member, since: Date): Promise<Identity> {
  // A member who moved has an earlier history in the other group.
  const formerGroups = await db
    .selectFrom('departures')
    .select('group_id')
    .where('member_id', '=', member.id)
    .execute();
  const changes = await db
    .selectFrom('changes')
    .select(['field', 'value_from', 'changed_by'])
    .where('group_id', 'in', [member.group_id, ...formerGroups.map(({ group_id }) => group_id)])
    .where('member_id', '=', member.id)
    .where('part', '=', 'member')
    .where('field', 'in', ['roll', 'email'])
    .where('changed_at', '>', since.toISOString())
    .orderBy('changed_at')
    .orderBy('sequence')
    .execute();
  const findFirst = (field: keyof Identity) =>
    changes.find((change) => change.field === field && change.changed_by !== member.user_id);
  return {
    roll: findFirst('roll')?.value_from ?? member.roll,
    email: findFirst('email')?.value_from ?? member.email,
  };
}
