import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import { nameKey } from '#contract/text.ts';
import type { updateUser as endpoint } from '#contract/users.ts';
import type { Db } from '#server/db/tables.ts';
import { renameStaff } from '#server/groups/rename-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { endLinksOf } from '#server/session/one-use-links.ts';
import { hashPassword } from '#server/session/password.ts';
import { endSessionsOf } from '#server/session/sessions.ts';
import { refusingDuplicates } from './add-user.ts';
import { getUser } from './list-users.ts';
import { recordUpdate } from './record-update.ts';

/**
 * Changes what is given of a user. A new password or role and a block end his sessions (decisions); a faculty member's
 * new name follows in his groups.
 * Throws `not-found`, `email-taken`, `name-taken`, `last-admin`.
 */
export async function updateUser(
  { db, clock }: Services,
  caller: Caller,
  userId: string,
  { name, email, role, password, blocked, confirmed }: z.output<typeof endpoint.body>,
) {
  const passwordHash = password ? await hashPassword(password) : undefined;
  const at = clock();
  const now = at.toISOString();
  const user = await db.transaction().execute(async (trx) => {
    // Writing all admins first makes two demotions at once wait for one another.
    await trx
      .updateTable('users')
      .set((eb) => ({ role: eb.ref('role') }))
      .where('role', '=', 'admin')
      .execute();
    const before = await trx
      .selectFrom('users')
      .select(['name', 'email', 'role', 'blocked_at', 'email_confirmed_at'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!before) throw new Problem('not-found', 'This user does not exist.');
    const isEmailNew = email !== undefined && email !== before.email;
    const after = await refusingDuplicates({ name: name ?? before.name, email }, () =>
      trx
        .updateTable('users')
        .set({
          ...(name !== undefined && { name, name_key: nameKey(name) }),
          ...(email !== undefined && { email }),
          ...(role !== undefined && { role }),
          ...(passwordHash !== undefined && {
            password_hash: passwordHash,
            password_ends_at: null,
          }),
          ...(blocked !== undefined && { blocked_at: blocked ? (before.blocked_at ?? now) : null }),
          // An admin who writes another address vouches for it; one who sends it back as he read it does not.
          ...((confirmed || isEmailNew) && { email_confirmed_at: now }),
          id: userId,
        })
        .where('id', '=', userId)
        .returning(['name', 'email', 'role', 'blocked_at', 'email_confirmed_at'])
        .executeTakeFirstOrThrow(),
    );
    if (name !== undefined && before.role === 'faculty' && name !== before.name) {
      await renameStaff(trx, before.name, name, caller, at);
    }
    await requireAnAdmin(trx);
    const isRoleNew = role !== undefined && role !== before.role;
    if (passwordHash || isRoleNew || blocked) await endSessionsOf(trx, userId);
    if (isEmailNew) await endLinksOf(trx, userId);
    const isPasswordNew = passwordHash !== undefined;
    await recordUpdate(trx, caller, userId, { before, after, isPasswordNew }, at);
    return getUser(trx, userId);
  });
  return { message: 'User updated successfully', user };
}

async function requireAnAdmin(db: Db) {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  if (!admin) {
    throw new Problem(
      'last-admin',
      'This is the last admin. Make somebody else an admin first; otherwise nobody could run the portal.',
    );
  }
}
