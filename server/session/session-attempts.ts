import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import { type Caller, createSignedOutProblem } from '#server/http/serve.ts';

type InSession = Pick<Caller, 'sessionId'>;

/** Maximum number of consecutive wrong passwords in a session. The session then ends, because it may be stolen. */
export const maxSessionPasswordFailures = 5;

/** Counts a password attempt before the password is checked. Throws `signed-out`, or `too-often` if none are left. */
export async function countPasswordAttempt(db: Db, { sessionId }: InSession): Promise<void> {
  const taken = await db
    .updateTable('sessions')
    .set((eb) => ({ password_failures: eb('password_failures', '+', 1) }))
    .where('id', '=', sessionId)
    .where('password_failures', '<', maxSessionPasswordFailures)
    .returning('id')
    .executeTakeFirst();
  if (taken) return;
  const session = db.selectFrom('sessions').select('id').where('id', '=', sessionId);
  if (!(await session.executeTakeFirst())) throw createSignedOutProblem();
  const message = 'Too many passwords are being tried at once. Please try again.';
  throw new Problem('too-often', message, { retryAfter: 1 });
}

/** Refunds a counted attempt if the password was not checked after all. */
export async function refundPasswordAttempt(db: Db, { sessionId }: InSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set((eb) => ({ password_failures: eb('password_failures', '-', 1) }))
    .where('id', '=', sessionId)
    .execute();
}

export async function resetPasswordAttempts(db: Db, { sessionId }: InSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ password_failures: 0 })
    .where('id', '=', sessionId)
    .execute();
}

export async function endSessionAfterFailures(db: Db, { sessionId }: InSession): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('password_failures', '>=', maxSessionPasswordFailures)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
