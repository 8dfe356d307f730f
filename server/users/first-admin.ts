import { aboutUser, recordEntry } from '#server/audit/record-entry.ts';
import type { Services } from '#server/services.ts';
import { isGuessable } from '#server/session/leaked-passwords.ts';
import { oneTimePassword } from '#server/session/one-time-password.ts';
import { hashPassword } from '#server/session/password.ts';
import { addUser } from './add-user.ts';

/**
 * On the first start with an empty database makes the admin that the environment names, else one with a made-up
 * password (decisions). Gives what to print when the password was made up; undefined otherwise. Throws for a password
 * that guessers try first.
 */
export async function makeFirstAdmin({ db, clock, config }: Services) {
  const anyone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anyone) return undefined;
  const email = (config.admin?.email ?? 'admin@localhost.local').toLowerCase();
  const now = clock();
  const { password, endsAt } = config.admin
    ? { password: config.admin.password, endsAt: undefined }
    : oneTimePassword(now);
  if (isGuessable(password)) {
    throw new Error('ADMIN_PASSWORD is among the most common passwords. Choose another.');
  }
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const admin = { name: 'Admin', email, role: 'admin', passwordHash } as const;
    const userId = await addUser(trx, { ...admin, passwordEndsAt: endsAt }, now);
    const subject = aboutUser({ ...admin, userId });
    const detail = 'as the first admin, at the first start';
    await recordEntry(trx, { action: 'account-made', by: 'portal', subject, detail }, now);
  });
  return config.admin ? undefined : { email, password };
}
