import { toRollKey } from '#contract/rules/roll.ts';
import { toNameKey } from '#contract/values/text.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

export type Identity = Pick<DatabaseRow<'members'>, 'name' | 'roll' | 'email'>;

/**
 * Returns true if a new email or roll number belongs to an account or to another member, current or former, who shares
 * neither the name nor, for another member, the second of the two values with the member. Ignores active members of
 * other groups, with their accounts: unique indexes refuse their values, with a more exact message.
 */
export async function isKnownOtherPerson(
  db: Db,
  member: DatabaseRow<'members'>,
  before: Identity,
  after: Identity,
): Promise<boolean> {
  const accounts = await db
    .selectFrom('users')
    .select('name')
    .where('email', '=', after.email)
    .where('id', 'is distinct from', member.user_id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('members')
            .select('members.id')
            .whereRef('members.email', '=', 'users.email')
            .where('members.group_id', '!=', member.group_id)
            .where('members.deleted_at', 'is', null)
            .where('members.closed_at', 'is', null),
        ),
      ),
    )
    .execute();
  const members = await db
    .selectFrom('members')
    .select(['name', 'roll_key', 'email'])
    .where('id', '!=', member.id)
    .$if(member.user_id !== null, (query) =>
      query.where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '!=', member.user_id)])),
    )
    .where((eb) =>
      eb.or([
        eb('group_id', '=', member.group_id),
        eb('deleted_at', 'is not', null),
        eb('closed_at', 'is not', null),
      ]),
    )
    .where((eb) =>
      eb.or([eb('email', '=', after.email), eb('roll_key', '=', toRollKey(after.roll))]),
    )
    .execute();
  const names = [before, after].map(({ name }) => toNameKey(name));
  const isSame = ({ name }: { name: string }) => names.includes(toNameKey(name));
  const rollKey = toRollKey(before.roll);
  return (
    accounts.some((account) => !isSame(account)) ||
    members.some(
      (other) => !isSame(other) && other.roll_key !== rollKey && other.email !== before.email,
    )
  );
}
