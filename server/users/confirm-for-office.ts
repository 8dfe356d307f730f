import { lockUsers } from '#server/db/lock-rows.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';
import { revokeCredentials } from '#server/session/revoke-credentials.ts';
import { deleteAccountLimits } from '#server/session/throttle/login-limits.ts';
import { setPassword } from './set-password.ts';

/**
 * Confirms an account for the office. Anybody can have signed up with its address, so its password is replaced, and its
 * sessions, links and calendar URL end. Locks the account first.
 */
export async function confirmForOffice(
  { trx, now }: WriteTransaction,
  { id, email }: { id: string; email: string },
  { hash, endsAt }: { hash: string; endsAt: Date | undefined },
): Promise<void> {
  await lockUsers(trx).where('id', '=', id).execute();
  await revokeCredentials(trx, { userId: id }, 'confirmed');
  await setPassword(trx, id, { hash, ...(endsAt && { endsAt }), confirmedAt: now });
  await deleteAccountLimits(trx, email);
}
