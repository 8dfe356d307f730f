import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { login as endpoint } from '#contract/session.ts';
import { oneTimePasswordDays } from '#contract/values/password.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller, RequestOrigin } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { isPasswordCorrect, requireQueueSpace } from './password/password.ts';
import { recordFailedLogin } from './refused-logins.ts';
import { endSession, openSession } from './sessions.ts';
import {
  isKnownDevice,
  refundDeviceLoginAttempt,
  rememberDevice,
  takeDeviceLoginAttempt,
} from './throttle/known-devices.ts';
import {
  type LoginAttempt,
  type LoginTokens,
  refundLoginAttempt,
  requireLoginAttemptsLeft,
  takeLoginAttempt,
} from './throttle/throttle.ts';

type Browser = {
  agent?: string | undefined;
  device?: string | undefined;
  previousSessionId?: string | undefined;
};

/**
 * Opens a session. Unknown email addresses and wrong passwords get the same reply in the same time. Throws
 * `wrong-credentials`, `blocked` (only with the correct password), `too-often`, or `unavailable` if the hashing queue
 * is full.
 */
export async function login(
  { db, clock }: Services,
  { email, password }: z.output<typeof endpoint.body>,
  origin: RequestOrigin,
  { agent = '', device, previousSessionId }: Browser = {},
) {
  const now = clock();
  const attempt = { email, origin, now };
  const throttle = await chooseThrottle(db, attempt, device);
  const requester = { purpose: throttle.purpose, address: origin.address };
  requireQueueSpace(requester);
  const user = await findAccount(db, email);
  const check = () => isPasswordCorrect(password, user?.password_hash, requester);
  const { checking } = await startCheck(db, throttle.take, check);
  const isRight = await checking.catch(async (error) => {
    await db.transaction().execute(throttle.giveBack);
    throw error;
  });
  if (!isRight || !user) {
    await recordFailedLogin(db, attempt, user, user ? 'wrong password' : 'no such account');
    throw wrongCredentials();
  }
  const refusal = findRefusal(user, now);
  const opened = await db.transaction().execute(async (trx) => {
    const isAllowed = !refusal && (await isUnchanged(trx, user));
    await throttle.giveBack(trx);
    if (!isAllowed) return undefined;
    const by = { ...origin, userId: user.id, name: user.name, email: user.email };
    const detail = agent.slice(0, 200);
    await recordAuditEntry(
      { trx, now },
      { action: 'logged-in', by, subject: toUserSubject(by), detail },
    );
    if (previousSessionId) await endSession(trx, previousSessionId);
    const tokens = await openSession(trx, user.id, now, agent);
    return { ...tokens, deviceToken: await rememberDevice(trx, user.id, device, now) };
  });
  if (!opened) {
    const { reason, problem } = refusal ?? accountChanged;
    await recordFailedLogin(db, attempt, user, reason);
    throw problem();
  }
  const { token, fileToken, deviceToken } = opened;
  const person = await describePerson(db, user);
  return { fileToken, deviceToken, reply: { token, ...person, message: 'Login successful!' } };
}

/** Counts the attempt. Starts checking the password before the commit, so that hashing and the disk write overlap. */
async function startCheck(db: Db, take: (trx: Db) => Promise<void>, check: () => Promise<boolean>) {
  return db.transaction().execute(async (trx) => {
    await take(trx);
    const checking = check();
    // If the commit fails, nothing awaits the hash, so prevent an unhandled rejection.
    checking.catch(() => {});
    return { checking };
  });
}

async function chooseThrottle(db: Db, attempt: LoginAttempt, token: string | undefined) {
  const device = { email: attempt.email, token };
  if (await isKnownDevice(db, device, attempt.now)) {
    return {
      purpose: 'login on a known device',
      take: async (trx: Db) => {
        if (await takeDeviceLoginAttempt(trx, device)) return;
        const message = 'Too many failed attempts on this device. Please try again.';
        throw new Problem('too-often', message, { retryAfter: 1 });
      },
      giveBack: (trx: Db) => refundDeviceLoginAttempt(trx, device),
    } as const;
  }
  await requireLoginAttemptsLeft(db, attempt);
  let tokens: LoginTokens = [];
  return {
    purpose: 'login',
    take: async (trx: Db) => {
      tokens = await takeLoginAttempt(trx, attempt);
    },
    giveBack: (trx: Db) => refundLoginAttempt(trx, tokens, attempt.now),
  } as const;
}

const accountColumns = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'role',
      'password_hash',
      'password_ends_at',
      'blocked_at',
      'email_confirmed_at',
    ]);
const findAccount = (db: Db, email: string) =>
  accountColumns(db).where('email', '=', email).executeTakeFirst();
type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

const wrongCredentials = () => new Problem('wrong-credentials', 'Invalid credentials');
const accountChanged = {
  reason: 'the account was changed in the meantime',
  problem: wrongCredentials,
};

function findRefusal({ blocked_at, password_ends_at }: Account, now: Date) {
  if (blocked_at) {
    const message = 'This account is blocked. Please ask the FYP office.';
    return { reason: 'the account is blocked', problem: () => new Problem('blocked', message) };
  }
  if (password_ends_at !== null && password_ends_at <= now.toISOString()) {
    const message = `This one-time password was for ${oneTimePasswordDays} days and has expired. Choose your own by “Forgotten your password?”, or ask the FYP office.`;
    const problem = () => new Problem('wrong-credentials', message);
    return { reason: 'the one-time password is over', problem };
  }
  return undefined;
}

/** Locks the user's row. Returns false if the account is blocked or its password or role differs from `user`. */
async function isUnchanged(db: Db, user: Account) {
  const unchanged = await lockUsers(db)
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .where('role', '=', user.role)
    .where('blocked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return unchanged !== undefined;
}

export async function findOwnSession(db: Db, { userId }: Caller) {
  const user = await accountColumns(db).where('id', '=', userId).executeTakeFirst();
  if (!user) throw new Problem('signed-out', 'Please log in.');
  return describePerson(db, user);
}

async function describePerson(db: Db, user: Account) {
  const group = await db
    .selectFrom('members')
    .select('group_id')
    .where('user_id', '=', user.id)
    .where('deleted_at', 'is', null)
    .orderBy((eb) => eb('closed_at', 'is not', null))
    .executeTakeFirst();
  return {
    role: user.role,
    name: user.name,
    email: user.email,
    userId: user.id,
    ...(user.role === 'student' && { studentId: user.id }),
    ...(user.role === 'faculty' && { teacherId: user.id }),
    ...(user.role === 'student' && user.email_confirmed_at && group && { groupId: group.group_id }),
    ...(user.password_ends_at && { passwordEndsAt: user.password_ends_at }),
  };
}
