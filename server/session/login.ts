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
import { rememberDevice } from './throttle/known-devices.ts';
import {
  type LoginAttempt,
  requireLoginAttemptsLeft,
  takeLoginAttempt,
} from './throttle/login-limits.ts';

type Browser = {
  agent?: string | undefined;
  device?: string | undefined;
  /** Returns the id of the session that the browser has used until now, which ends. */
  findPrevious?: (db: Db) => Promise<string | undefined>;
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
  { agent = '', device, findPrevious }: Browser = {},
) {
  const now = clock();
  const attempt = { email, origin, now };
  const purpose = await requireLoginAttemptsLeft(db, attempt, device);
  requireQueueSpace({ purpose, address: origin.address });
  const start = { attempt, password, device, findPrevious };
  const { checking, user, taken, previous } = await startCheck(db, start);
  const isRight = await checking.catch(async (error) => {
    await db.transaction().execute(taken.refund);
    throw error;
  });
  if (!isRight || !user) {
    await recordFailedLogin(db, attempt, user, user ? 'wrong password' : 'no such account');
    throw createWrongCredentialsProblem();
  }
  const browser = { agent, device, previous };
  const opened = findRefusal(user, now) ?? (await openFor(db, attempt, user, taken, browser));
  if ('problem' in opened) {
    const { reason } = opened;
    await db.transaction().execute(async (trx) => {
      await taken.refund(trx);
      await recordFailedLogin(trx, attempt, user, reason);
    });
    throw opened.problem();
  }
  const { token, fileToken, deviceToken, person } = opened;
  return { fileToken, deviceToken, reply: { token, ...person, message: 'Login successful!' } };
}

/** Opens the session and refunds the attempt, or returns a refusal and stores nothing if the account has changed. */
async function openFor(
  db: Db,
  { origin, now }: LoginAttempt & { origin: RequestOrigin },
  user: Account,
  taken: Awaited<ReturnType<typeof takeLoginAttempt>>,
  {
    agent,
    device,
    previous,
  }: { agent: string; device?: string | undefined; previous: string | undefined },
) {
  const by = { ...origin, userId: user.id, name: user.name, email: user.email };
  const subject = toUserSubject(by);
  const entry = { action: 'logged-in', by, subject, detail: agent.slice(0, 200) } as const;
  return db.transaction().execute(async (trx) => {
    if (!(await isUnchanged(trx, user))) return accountChanged;
    const person = await describePerson(trx, user);
    await recordAuditEntry({ trx, now }, entry);
    await taken.refund(trx);
    const tokens = await openSession(trx, user.id, now, agent);
    const deviceToken = await rememberDevice(trx, user.id, device, now);
    if (previous) await endSession(trx, previous);
    return { ...tokens, deviceToken, person };
  });
}

/** Counts the attempt. Starts checking the password before the commit, so that hashing and the disk write overlap. */
function startCheck(
  db: Db,
  {
    attempt,
    password,
    device,
    findPrevious,
  }: Pick<Browser, 'device' | 'findPrevious'> & { attempt: LoginAttempt; password: string },
) {
  return db.transaction().execute(async (trx) => {
    const taken = await takeLoginAttempt(trx, attempt, device);
    const user = await findAccount(trx, attempt.email);
    const previous = await findPrevious?.(trx);
    const requester = { purpose: taken.purpose, address: attempt.origin.address };
    const checking = isPasswordCorrect(password, user?.password_hash, requester);
    // If the commit fails, nothing awaits the hash, so prevent an unhandled rejection.
    checking.catch(() => {});
    return { checking, user, taken, previous };
  });
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

const createWrongCredentialsProblem = () => new Problem('wrong-credentials', 'Invalid credentials');
const accountChanged = {
  reason: 'the account was changed in the meantime',
  problem: createWrongCredentialsProblem,
};

function findRefusal({ blocked_at, password_ends_at }: Account, now: Date) {
  if (blocked_at) {
    const message = 'This account is blocked. Please contact the FYP office.';
    return { reason: 'the account is blocked', problem: () => new Problem('blocked', message) };
  }
  if (password_ends_at !== null && password_ends_at <= now.toISOString()) {
    const message = `This one-time password was valid for ${oneTimePasswordDays} days and has expired. Reset it with “Forgotten your password?”, or contact the FYP office.`;
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
