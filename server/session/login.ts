import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { login as endpoint } from '#contract/session.ts';
import { oneTimePasswordDays } from '#contract/values/password.ts';
import { aboutUser, recordEntry } from '#server/audit/record-entry.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller, Origin } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { isPassword, requirePlace } from './password/password.ts';
import { recordRefusedLogin } from './refused-logins.ts';
import { endSession, openSession } from './sessions.ts';
import {
  giveDeviceTryBack,
  isKnownDevice,
  rememberDevice,
  takeDeviceTry,
} from './throttle/known-devices.ts';
import { type Attempt, giveTryBack, requireTry, takeTry } from './throttle/throttle.ts';

type Browser = {
  agent?: string | undefined;
  device?: string | undefined;
  before?: string | undefined;
};

/**
 * An unknown address, a wrong password and a blocked account get the same reply in the same time; only the right
 * password learns of a block or an expired one-time password. Throws `wrong-credentials`, `blocked`, `too-often`
 * after too many strangers' tries, and `unavailable` while too many log in.
 */
export async function login(
  { db, clock }: Services,
  { email, password }: z.output<typeof endpoint.body>,
  origin: Origin,
  { agent = '', device, before }: Browser = {},
) {
  const now = clock();
  const attempt = { email, origin, now };
  const tries = await triesFor(db, attempt, device);
  const asker = { purpose: tries.purpose, address: origin.address };
  requirePlace(asker);
  const user = await findAccount(db, email);
  const check = () => isPassword(password, user?.password_hash, asker);
  const { checking } = await takeAndStart(db, tries.take, check);
  const isRight = await checking.catch(async (error) => {
    await db.transaction().execute(tries.giveBack);
    throw error;
  });
  if (!isRight || !user) {
    await recordRefusedLogin(db, attempt, user, user ? 'wrong password' : 'no such account');
    throw wrongCredentials();
  }
  const refusal = refusalOf(user, now);
  const opened = await db.transaction().execute(async (trx) => {
    const isLet = !refusal && (await isUnchanged(trx, user));
    await tries.giveBack(trx);
    if (!isLet) return undefined;
    const by = { ...origin, userId: user.id, name: user.name, email: user.email };
    const detail = agent.slice(0, 200);
    await recordEntry(trx, { action: 'logged-in', by, subject: aboutUser(by), detail }, now);
    if (before) await endSession(trx, before);
    const tokens = await openSession(trx, user.id, now, agent);
    return { ...tokens, deviceToken: await rememberDevice(trx, user.id, device, now) };
  });
  if (!opened) {
    const { reason, problem } = refusal ?? changedMeanwhile;
    await recordRefusedLogin(db, attempt, user, reason);
    throw problem();
  }
  const { token, fileToken, deviceToken } = opened;
  const person = await describePerson(db, user);
  return { fileToken, deviceToken, reply: { token, ...person, message: 'Login successful!' } };
}

/**
 * The password is hashed while the disk takes the try: whoever has none left gets no hash, and what it tells is looked at
 * only when the try is safe. Throws what `take` throws.
 */
async function takeAndStart(
  db: Db,
  take: (trx: Db) => Promise<void>,
  check: () => Promise<boolean>,
) {
  return db.transaction().execute(async (trx) => {
    await take(trx);
    const checking = check();
    // Nobody waits for it when the try cannot be saved.
    checking.catch(() => {});
    return { checking };
  });
}

/** A known device has tries of its own, others share the strangers'. Throws `too-often`. */
async function triesFor(db: Db, attempt: Attempt, token: string | undefined) {
  const device = { email: attempt.email, token };
  if (await isKnownDevice(db, device, attempt.now)) {
    return {
      purpose: 'login on a known device',
      take: async (trx: Db) => {
        if (await takeDeviceTry(trx, device)) return;
        const message = 'Too many failed attempts on this device. Please try again.';
        throw new Problem('too-often', message, { retryAfter: 1 });
      },
      giveBack: (trx: Db) => giveDeviceTryBack(trx, device),
    } as const;
  }
  await requireTry(db, attempt);
  return {
    purpose: 'login',
    take: (trx: Db) => takeTry(trx, attempt),
    giveBack: (trx: Db) => giveTryBack(trx, attempt),
  } as const;
}

const accountColumns = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      ...(['id', 'name', 'email', 'role', 'password_hash'] as const),
      ...(['password_ends_at', 'blocked_at', 'email_confirmed_at'] as const),
    ]);
const findAccount = (db: Db, email: string) =>
  accountColumns(db).where('email', '=', email).executeTakeFirst();
type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

const wrongCredentials = () => new Problem('wrong-credentials', 'Invalid credentials');
const changedMeanwhile = {
  reason: 'the account was changed meanwhile',
  problem: wrongCredentials,
};

function refusalOf({ blocked_at, password_ends_at }: Account, now: Date) {
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

/** A password change, block or new role during the hashing holds for this login too. */
async function isUnchanged(db: Db, user: Account) {
  const same = await lockUsers(db)
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .where('role', '=', user.role)
    .where('blocked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return same !== undefined;
}

/** Returns what a browser keeps of its own session besides the token. */
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
