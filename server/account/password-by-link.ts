import type { AuditAction } from '#contract/audit-actions.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';
import type { RequestOrigin } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import {
  consumeOneUseLink,
  findLinkUserId,
  type LinkPurpose,
} from '#server/session/one-use-links.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { requireAllowedPassword } from '#server/session/password/require-allowed-password.ts';
import { revokeCredentials } from '#server/session/revoke-credentials.ts';
import { rememberDevice } from '#server/session/throttle/known-devices.ts';
import { deleteAccountLimits } from '#server/session/throttle/login-limits.ts';
import { setPassword } from '#server/users/set-password.ts';

type ByLink = { token: string; purposes: readonly LinkPurpose[]; password: string };

/**
 * Sets a password with an emailed link, which confirms the address unless only the office confirms accounts. Ends all
 * sessions. Throws `link-over` or `invalid`. `writeFirst` runs in the same transaction, before the address is locked.
 */
export async function setPasswordByLink(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  origin: RequestOrigin,
  { token, purposes, password }: ByLink,
  entry: { action: AuditAction; detail: string },
  writeFirst?: (context: WriteTransaction) => Promise<void>,
): Promise<{ email: string; deviceToken: string }> {
  const now = clock();
  const userId = await findLinkUserId(db, token, purposes, now);
  const owner = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  requireAllowedPassword(password, owner, config);
  const passwordHash = await hashPassword(password, {
    purpose: 'new password',
    address: origin.address,
  });
  return db.transaction().execute(async (trx) => {
    await writeFirst?.({ trx, now });
    // Lock the user before the link: all transactions use this order, to prevent deadlocks.
    const confirms = config.confirmEmail !== 'admin';
    const account = await setPassword(trx, userId, {
      hash: passwordHash,
      ...(confirms && { confirmedAt: now }),
    });
    if (!account) throw new Error(`A link is of the account ${userId}, which does not exist.`);
    const { email, name, isNewlyConfirmed } = account;
    await consumeOneUseLink(trx, token, purposes, now);
    await revokeCredentials(trx, { userId }, isNewlyConfirmed ? 'confirmed' : 'password-changed');
    await deleteAccountLimits(trx, email);
    const by = { ...origin, userId, name, email };
    const subject = toUserSubject(by);
    await recordAuditEntry({ trx, now }, { ...entry, by, subject });
    if (isNewlyConfirmed && entry.action !== 'account-confirmed') {
      const { detail } = entry;
      await recordAuditEntry({ trx, now }, { action: 'account-confirmed', detail, by, subject });
    }
    return { email, deviceToken: await rememberDevice(trx, userId, undefined, now) };
  });
}
