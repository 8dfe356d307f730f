import type { AuditAction } from '#contract/audit.ts';
import { aboutUser, recordEntry } from '#server/audit/record-entry.ts';
import type { Origin } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { endLinksOf, findLink, type LinkPurpose, takeLink } from '#server/session/one-use-links.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { endSessionsOf } from '#server/session/sessions.ts';
import { rememberDevice } from '#server/session/throttle/known-devices.ts';
import { clearFailures } from '#server/session/throttle/throttle.ts';
import { setPassword } from '#server/users/set-password.ts';

type ByLink = { token: string; purpose: LinkPurpose; password: string };

/**
 * Confirms the address, which the email reached, and ends sessions, links and the wait after failed logins. The
 * device becomes known, so that failures elsewhere cannot hold up the next login. Returns the address and the
 * device's token. Throws `link-over`, also before anything costly.
 */
export async function setPasswordByLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  origin: Origin,
  { token, purpose, password }: ByLink,
  entry: { action: AuditAction; detail: string },
): Promise<{ email: string; deviceToken: string }> {
  const now = clock();
  const userId = await findLink(db, token, purpose, now);
  const passwordHash = await hashPassword(password, {
    purpose: 'new password',
    address: origin.address,
  });
  return db.transaction().execute(async (trx) => {
    // The user before the link, as everything that ends links does; a link that was used meanwhile undoes it.
    const account = await setPassword(trx, userId, { hash: passwordHash, confirmedAt: now });
    if (!account) throw new Error(`A link is of the account ${userId}, which does not exist.`);
    const { email, name } = account;
    await takeLink(trx, token, purpose, now);
    await endLinksOf(trx, userId);
    await endSessionsOf(trx, userId);
    await clearFailures(trx, email);
    const by = { ...origin, userId, name, email };
    await recordEntry(trx, { ...entry, by, subject: aboutUser(by) }, now);
    return { email, deviceToken: await rememberDevice(trx, userId, undefined, now) };
  });
}
