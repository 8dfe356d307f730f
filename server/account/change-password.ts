import { Problem } from '#contract/problem.ts';
import { aboutUser, recordEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import { type Caller, signedOut } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { endLinksOf } from '#server/session/one-use-links.ts';
import { refuseGuessable } from '#server/session/password/leaked-passwords.ts';
import { hashPassword, isPassword, requirePlace } from '#server/session/password/password.ts';
import {
  endWithoutTries,
  giveSessionTryBack,
  mostFailures,
  renewSessionTries,
  takeSessionTry,
} from '#server/session/session-tries.ts';
import { endSessionsOf } from '#server/session/sessions.ts';
import { rememberDevice } from '#server/session/throttle/known-devices.ts';
import { countFailure } from '#server/session/throttle/throttle.ts';
import { writeAs } from '#server/session/write-as.ts';
import { setPassword } from '#server/users/set-password.ts';

/**
 * Ends the caller's other sessions and known devices, and every link. A password that was set meanwhile stands.
 * Throws `wrong-credentials`, and `too-often` while all tries of the session are in use.
 */
export async function changePassword(
  services: Services,
  caller: Caller,
  { current, password }: { current: string; password: string },
) {
  const { db, clock } = services;
  refuseGuessable(password);
  const asker = { purpose: 'own account', address: caller.address } as const;
  requirePlace(asker);
  await takeSessionTry(db, caller);
  const checked = await currentHash(db, caller);
  const isRight = await isPassword(current, checked, asker).catch(async (error) => {
    await giveSessionTryBack(db, caller);
    throw error;
  });
  if (!isRight) throw notRight(await recordFailure(services, caller));
  await renewSessionTries(db, caller);
  const passwordHash = await hashPassword(password, asker);
  const deviceToken = await writeAs(services, caller, async (trx) => {
    const isSet = await setPassword(trx, caller.userId, { hash: passwordHash, instead: checked });
    if (!isSet) throw notRight();
    await endSessionsOf(trx, caller.userId, caller.sessionId);
    await endLinksOf(trx, caller.userId);
    const entry = { action: 'password-changed', by: caller, subject: aboutUser(caller) } as const;
    await recordEntry(trx, entry, clock());
    return rememberDevice(trx, caller.userId, undefined, clock());
  });
  const message = 'Your password is changed. Your other sessions have ended.';
  return { deviceToken, reply: { message } };
}

async function currentHash(db: Db, { userId }: Caller): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) throw signedOut();
  return user.password_hash;
}

/** Also when the session has ended; true when it ends with this failure. */
async function recordFailure({ db, clock }: Services, caller: Caller): Promise<boolean> {
  const now = clock();
  const about = { by: caller, subject: aboutUser(caller) };
  return db.transaction().execute(async (trx) => {
    const detail = 'wrong current password';
    await recordEntry(trx, { action: 'password-change-refused', ...about, detail }, now);
    await countFailure(trx, { email: caller.email, origin: caller, now });
    if (!(await endWithoutTries(trx, caller))) return false;
    const why = `after ${mostFailures} wrong current passwords`;
    await recordEntry(trx, { action: 'session-ended', ...about, detail: why }, now);
    return true;
  });
}

function notRight(isEnded = false): Problem {
  const ended = isEnded ? ` After ${mostFailures} wrong ones this session has ended.` : '';
  const message = `The current password is not right.${ended}`;
  return new Problem('wrong-credentials', message, { fields: { current: message } });
}
