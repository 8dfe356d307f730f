import { Problem } from '#contract/problem.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import { type Caller, createSignedOutProblem } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import {
  hashPassword,
  isPasswordCorrect,
  requireQueueSpace,
} from '#server/session/password/password.ts';
import { requireAllowedPassword } from '#server/session/password/require-allowed-password.ts';
import { revokeCredentials } from '#server/session/revoke-credentials.ts';
import {
  countPasswordAttempt,
  endSessionAfterFailures,
  maxSessionPasswordFailures,
  refundPasswordAttempt,
  resetPasswordAttempts,
} from '#server/session/session-attempts.ts';
import { rememberDevice } from '#server/session/throttle/known-devices.ts';
import { countLoginFailure } from '#server/session/throttle/login-limits.ts';
import { writeAs } from '#server/session/write-as.ts';
import { setPassword } from '#server/users/set-password.ts';

/** Changes the caller's password, ends their other sessions and revokes their links and calendar URL. Throws `wrong-credentials` or `too-often`. */
export async function changePassword(
  services: Services,
  caller: Caller,
  { current, password }: { current: string; password: string },
) {
  const { db } = services;
  requireAllowedPassword(password, caller, services.config);
  const requester = { purpose: 'own account', address: caller.address } as const;
  requireQueueSpace(requester);
  await countPasswordAttempt(db, caller);
  const storedHash = await readPasswordHash(db, caller);
  const isRight = await isPasswordCorrect(current, storedHash, requester).catch(async (error) => {
    await refundPasswordAttempt(db, caller);
    throw error;
  });
  if (!isRight) throw createWrongPassword(await recordFailure(services, caller));
  const [passwordHash] = await Promise.all([
    hashPassword(password, requester),
    resetPasswordAttempts(db, caller),
  ]);
  const { deviceToken, revoked } = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const isSet = await setPassword(trx, caller.userId, {
      hash: passwordHash,
      instead: storedHash,
    });
    if (!isSet) throw createWrongPassword();
    const target = { userId: caller.userId, exceptSession: caller.sessionId };
    const revoked = await revokeCredentials(trx, target, 'password-changed');
    const entry = {
      action: 'password-changed',
      by: caller,
      subject: toUserSubject(caller),
    } as const;
    await recordAuditEntry(context, entry);
    return {
      revoked,
      deviceToken: await rememberDevice(trx, caller.userId, undefined, context.now),
    };
  });
  const calendar = revoked.calendars
    ? ' Your calendar URL was revoked too. Create a new one if you use it.'
    : '';
  const message = `Password changed. You’ve been logged out everywhere else.${calendar}`;
  return { deviceToken, reply: { message } };
}

async function readPasswordHash(db: Db, { userId }: Caller): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) throw createSignedOutProblem();
  return user.password_hash;
}

/** Records a wrong current password. Returns true if it was the last allowed attempt and has ended the session. */
async function recordFailure({ db, clock }: Services, caller: Caller): Promise<boolean> {
  const now = clock();
  const about = { by: caller, subject: toUserSubject(caller) };
  return db.transaction().execute(async (trx) => {
    const detail = 'wrong current password';
    await recordAuditEntry({ trx, now }, { action: 'password-change-refused', ...about, detail });
    await countLoginFailure(trx, { email: caller.email, origin: caller, now });
    if (!(await endSessionAfterFailures(trx, caller))) return false;
    const why = `after ${maxSessionPasswordFailures} wrong current passwords`;
    await recordAuditEntry({ trx, now }, { action: 'session-ended', ...about, detail: why });
    return true;
  });
}

function createWrongPassword(isEnded = false): Problem {
  const ended = isEnded
    ? ` After ${maxSessionPasswordFailures} wrong attempts, you’ve been logged out.`
    : '';
  const message = `The current password is wrong.${ended}`;
  return new Problem('wrong-credentials', message, { fields: { current: message } });
}
