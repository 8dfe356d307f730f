import { Problem } from '#contract/problem.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

type Edit = { email?: string | undefined; isAnotherStudent?: boolean | undefined };

/**
 * Returns the account that an edit of a member's email would detach. Throws `invalid` if the edit does not set
 * `isAnotherStudent`.
 */
export async function findAccountToUnlink(
  db: Db,
  { email, isAnotherStudent }: Edit,
  before: DatabaseRow<'members'>,
  field: string,
) {
  if (before.user_id === null) return undefined;
  const account = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', before.user_id)
    .executeTakeFirstOrThrow();
  if (email === account.email) return undefined;
  const refuse = (message: string) =>
    new Problem('invalid', message, { fields: { [field]: message } });
  if (!isAnotherStudent) {
    throw refuse(
      `${before.email} belongs to ${account.name}’s account. To correct the email, change it under Users, and it changes here too. For another student, select “This is a different student”.`,
    );
  }
  return account;
}
