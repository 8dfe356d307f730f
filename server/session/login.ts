import type { z } from 'zod';
import { oneTimePasswordDays } from '#contract/password.ts';
import { Problem } from '#contract/problem.ts';
import type { login as endpoint } from '#contract/session.ts';
import { aboutUser, recordEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { Origin } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { isPassword, requireRoom } from './password.ts';
import { countFailure, forgetFailures, requirePatience } from './patience.ts';
import { recordRefusedLogin } from './refused-logins.ts';
import { endSession, openSession } from './sessions.ts';

/**
 * Opens a session, and ends the one `before` in which the caller asks. An unknown address, a wrong password and a
 * blocked account answer alike and take as long; only who knows the password hears that the account is blocked, or that
 * it was a one-time password that is over. Throws `wrong-credentials`, `blocked`, `too-often` while the account or the
 * network must wait, and `unavailable` while too many log in.
 */
export async function login(
  { db, clock }: Services,
  { email, password }: z.output<typeof endpoint.body>,
  origin: Origin,
  { device = '', before }: { device?: string | undefined; before?: string | undefined } = {},
) {
  const now = clock();
  const attempt = { email, origin, now };
  requireRoom();
  await requirePatience(db, attempt);
  const user = await db
    .selectFrom('users')
    .select([
      ...(['id', 'name', 'email', 'role', 'password_hash'] as const),
      ...(['password_ends_at', 'blocked_at', 'email_confirmed_at'] as const),
    ])
    .where('email', '=', email)
    .executeTakeFirst();
  const isRight = await oneOfFew(email, () => isPassword(password, user?.password_hash));
  // Asked again: of many guesses at once, those that others made wait meanwhile tell nothing, right or wrong.
  const judged = { ...attempt, now: clock() };
  await requirePatience(db, judged);
  if (!isRight || !user) {
    await db.transaction().execute(async (trx) => {
      await countFailure(trx, judged);
      await recordRefusedLogin(trx, attempt, user, user ? 'wrong password' : 'no such account');
    });
    throw new Problem('wrong-credentials', 'Invalid credentials');
  }
  if (user.blocked_at) {
    await recordRefusedLogin(db, attempt, user, 'the account is blocked');
    throw new Problem('blocked', 'This account is blocked. Please ask the FYP office.');
  }
  if (user.password_ends_at !== null && user.password_ends_at <= now.toISOString()) {
    await recordRefusedLogin(db, attempt, user, 'the one-time password is over');
    throw new Problem('wrong-credentials', passwordOver);
  }
  await forgetFailures(db, email);
  const group = await db
    .selectFrom('members')
    .select('group_id')
    .where('email', '=', user.email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const opened = await db.transaction().execute(async (trx) => {
    if (!(await isUnchanged(trx, user))) return undefined;
    const by = { ...origin, userId: user.id, name: user.name, email: user.email };
    const detail = device.slice(0, 200);
    await recordEntry(trx, { action: 'logged-in', by, subject: aboutUser(by), detail }, now);
    if (before) await endSession(trx, before);
    return openSession(trx, user.id, now, device);
  });
  if (!opened) {
    await recordRefusedLogin(db, attempt, user, 'the password was changed meanwhile');
    throw new Problem('wrong-credentials', 'Invalid credentials');
  }
  const { token, fileToken } = opened;
  return {
    fileToken,
    reply: {
      token,
      role: user.role,
      name: user.name,
      email: user.email,
      userId: user.id,
      ...(user.role === 'student' && { studentId: user.id }),
      ...(user.role === 'faculty' && { teacherId: user.id }),
      ...(user.role === 'student' &&
        user.email_confirmed_at &&
        group && { groupId: group.group_id }),
      ...(user.password_ends_at && { passwordEndsAt: user.password_ends_at }),
      message: 'Login successful!',
    },
  };
}

const passwordOver = `This one-time password was for ${oneTimePasswordDays} days and is over. Choose your own by “Forgotten your password?”, or ask the FYP office.`;

/** How many passwords may be tried for one account at once: whoever tries more would fill the queue of everybody. */
const mostAtOnce = 8;
const beingTried = new Map<string, number>();
async function oneOfFew<T>(email: string, work: () => Promise<T>): Promise<T> {
  const others = beingTried.get(email) ?? 0;
  if (others >= mostAtOnce) {
    const message =
      'Somebody is logging in to this account many times at once. Please try again in a moment.';
    throw new Problem('too-often', message, { retryAfter: 2 });
  }
  beingTried.set(email, others + 1);
  try {
    return await work();
  } finally {
    const left = (beingTried.get(email) ?? 1) - 1;
    if (left > 0) beingTried.set(email, left);
    else beingTried.delete(email);
  }
}

/** A password change or a block that came while the password was checked holds for this login too. */
async function isUnchanged(db: Db, user: { id: string; password_hash: string }) {
  const same = await db
    .updateTable('users')
    .set((eb) => ({ role: eb.ref('role') }))
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .where('blocked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return same !== undefined;
}
