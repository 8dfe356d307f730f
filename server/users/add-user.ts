import { randomUUID } from 'node:crypto';
import type { Role } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import { nameKey } from '#contract/text.ts';
import { isDuplicate } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';

export type NewUser = {
  name: string;
  email: string;
  role: Role;
  passwordHash: string;
  /** When the password ends, which somebody chose unless this says so. */
  passwordEndsAt?: Date | undefined;
  /** The address opens no group until its owner proved that it is his. */
  mustConfirm?: boolean;
};

/** Adds a user and gives the id. Throws `email-taken`, or `name-taken` for a second faculty member of one name. */
export async function addUser(db: Db, user: NewUser, now: Date): Promise<string> {
  const id = randomUUID();
  await refusingDuplicates(user, () =>
    db
      .insertInto('users')
      .values({
        id,
        name: user.name,
        name_key: nameKey(user.name),
        email: user.email,
        password_hash: user.passwordHash,
        role: user.role,
        created_at: now.toISOString(),
        blocked_at: null,
        email_confirmed_at: user.mustConfirm ? null : now.toISOString(),
        password_ends_at: user.passwordEndsAt?.toISOString() ?? null,
      })
      .execute(),
  );
  return id;
}

/** Runs a write to `users` and puts its refusals by the database in words. */
export async function refusingDuplicates<T>(
  { name, email }: { name: string | undefined; email: string | undefined },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error, 'users', 'email')) {
      const message = `There is already an account with the e-mail ${email}.`;
      throw new Problem('email-taken', message, { fields: { email: message } });
    }
    if (isDuplicate(error, 'users', 'name_key')) {
      const message = `There is already a faculty account named ${name}. Groups name their supervisor, so each name may occur once.`;
      throw new Problem('name-taken', message, { fields: { name: message } });
    }
    throw error;
  }
}
