import type { Db } from '#server/db/tables.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';

type Account = { id: string; email: string };

/**
 * Links the account to member rows that have its email and no account yet, even in closed cohorts and in the bin. Does
 * nothing for staff accounts, which are never members. Skips rows that may belong to another account, and rows in open
 * cohorts if the account is already in a group of an open cohort. The email must be confirmed, and the caller must hold
 * the lock on the email. Reads that follow in the transaction see the links.
 */
export async function assignMembersToAccount(
  context: WriteTransaction,
  { id, email }: Account,
): Promise<void> {
  const { trx } = context;
  const link = trx
    .updateTable('members')
    .set({ user_id: id, left_by: null })
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('users.id')
          .where('users.id', '=', id)
          .where('users.role', '=', 'student'),
      ),
    )
    .where((eb) => eb.or([eb('left_by', 'is', null), eb('left_by', '=', id)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('claimed_emails')
            .select('user_id')
            .where('claimed_emails.email', '=', email)
            .where('claimed_emails.user_id', '!=', id),
        ),
      ),
    )
    .where((eb) =>
      eb.or([
        eb('deleted_at', 'is not', null),
        eb('closed_at', 'is not', null),
        eb.not(eb.exists(openRowsOf(trx, id))),
      ]),
    );
  await link.execute();
  await recordClaimedEmail(context, { id, email });
}

const openRowsOf = (db: Db, userId: string) =>
  db
    .selectFrom('members as own')
    .select('own.id')
    .where('own.user_id', '=', userId)
    .where('own.deleted_at', 'is', null)
    .where('own.closed_at', 'is', null);

/** Records the email of an account that has memberships, so that members with it are not linked to other accounts. */
export async function recordClaimedEmail(
  { trx, now }: WriteTransaction,
  { id, email }: Account,
): Promise<void> {
  const claim = trx
    .insertInto('claimed_emails')
    .columns(['email', 'user_id', 'claimed_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((of) => [of.val(email).as('email'), 'users.id', of.val(now.toISOString()).as('at')])
        .where('users.id', '=', id)
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('members').select('members.id').where('user_id', '=', id)),
        ),
    )
    .onConflict((conflict) => conflict.columns(['email', 'user_id']).doNothing());
  await claim.execute();
}

/** Links member rows to the confirmed accounts with their emails. The caller must hold the locks on the emails. */
export async function assignMembersByEmail(
  context: WriteTransaction,
  emails: readonly string[],
): Promise<void> {
  const { trx } = context;
  if (emails.length === 0) return;
  const accounts = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', 'in', emails)
    .where('email_confirmed_at', 'is not', null)
    .execute();
  for (const account of accounts) await assignMembersToAccount(context, account);
}
