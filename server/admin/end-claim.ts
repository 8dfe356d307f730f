import { Problem } from '#contract/problem.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

type Edit = { email?: string | undefined; isAnotherStudent?: boolean | undefined };

/**
 * Returns the account that an edit of a member's email would detach. Throws `invalid` if the edit does not set
 * `isAnotherStudent`, or if the member has records that another student must not see.
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
      `${before.email} belongs to the account of ${account.name}. Change its email under Users; it changes here too. If you mean another student, choose that option.`,
    );
  }
  if (await hasRecords(db, before.id, account.id)) {
    throw refuse(
      `${before.name} has marks, feedback, certificates or files of their own here, which another student must not see. Delete this group, and have the project proposed again with the right members.`,
    );
  }
  return account;
}

async function hasRecords(db: Db, memberId: string, userId: string): Promise<boolean> {
  const mark = await db
    .selectFrom('marks')
    .select('milestone')
    .where('member_id', '=', memberId)
    .where((eb) => eb.or([eb('marks', 'is not', null), eb('feedback', 'is not', null)]))
    .executeTakeFirst();
  const certificate = await db
    .selectFrom('certificates')
    .select('id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const file = await db
    .selectFrom('documents')
    .select('id')
    .where('member_id', '=', memberId)
    .where('uploaded_by', '=', userId)
    .executeTakeFirst();
  return [mark, certificate, file].some((record) => record !== undefined);
}
