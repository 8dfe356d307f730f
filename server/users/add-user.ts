import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import type { Role } from '#contract/values/roles.ts';
import { isUniqueViolation } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';
import { assignMembersToAccount } from '#server/groups/claims/claim-members.ts';
import { lockEmailAddresses } from '#server/groups/claims/lock-addresses.ts';
import { buildDerivedUserColumns } from './account-keys.ts';

export type NewUser = {
  name: string;
  email: string;
  role: Role;
  passwordHash: string;
  passwordEndsAt?: Date | undefined;
  mustConfirm?: boolean;
  supervises?: boolean | undefined;
};

/** Throws `email-taken` if an account has the email address. Call this before expensive work such as hashing. */
export async function requireFreeEmail(db: Db, email: string): Promise<void> {
  const taken = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (taken) throw emailTaken(email);
}

/** Inserts an account and, if confirmed, links it to the group members with its email address. Throws `email-taken`. */
export async function insertUser(context: WriteTransaction, user: NewUser): Promise<string> {
  const { trx, now } = context;
  const id = randomUUID();
  await lockEmailAddresses(trx, [user.email]);
  await convertDuplicateEmailError(user.email, () =>
    trx
      .insertInto('users')
      .values({
        id,
        name: user.name,
        ...buildDerivedUserColumns(user),
        email: user.email,
        password_hash: user.passwordHash,
        role: user.role,
        created_at: now.toISOString(),
        blocked_at: null,
        email_confirmed_at: user.mustConfirm ? null : now.toISOString(),
        password_ends_at: user.passwordEndsAt?.toISOString() ?? null,
        supervises: user.supervises ? 1 : 0,
      })
      .execute(),
  );
  if (!user.mustConfirm) await assignMembersToAccount(context, { id, email: user.email });
  return id;
}

/** Runs `write`, and throws `email-taken` if the database rejects a duplicate email. */
export async function convertDuplicateEmailError<T>(
  email: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'users', 'email')) throw emailTaken(`${email}`);
    throw error;
  }
}

/** Runs the write of an admin. If it throws `email-taken` because of a blocked account, the message says so. */
export async function explainTakenEmail<T>(
  db: Db,
  email: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (email === undefined || !(error instanceof Problem) || error.code !== 'email-taken')
      throw error;
    const blocked = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('blocked_at', 'is not', null)
      .executeTakeFirst();
    throw emailTaken(email, blocked && ' It is blocked: unblock it under Users.');
  }
}

function emailTaken(email: string, more = ''): Problem {
  const message = `There is already an account with the email ${email}.${more}`;
  return new Problem('email-taken', message, { fields: { email: message } });
}
