import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import { type Caller, signedOut } from '#server/http/serve.ts';

type InSession = Pick<Caller, 'sessionId'>;

/** Wrong current passwords in a row that end a session: it may be a stolen one, and whose it is can log in again. */
export const mostFailures = 5;

/**
 * Takes one of a session's tries at the current password before it is looked at, so that many at once are no more than
 * one after the other. Throws `signed-out`, and `too-often` while as many as there are are being looked at.
 */
export async function takeSessionTry(db: Db, { sessionId }: InSession): Promise<void> {
  const taken = await db
    .updateTable('sessions')
    .set((eb) => ({ password_failures: eb('password_failures', '+', 1) }))
    .where('id', '=', sessionId)
    .where('password_failures', '<', mostFailures)
    .returning('id')
    .executeTakeFirst();
  if (taken) return;
  const session = db.selectFrom('sessions').select('id').where('id', '=', sessionId);
  if (!(await session.executeTakeFirst())) throw signedOut();
  const message = 'Too many passwords are being tried at once. Please try again.';
  throw new Problem('too-often', message, { retryAfter: 1 });
}

/** The password was not looked at: the try costs nothing. */
export async function giveSessionTryBack(db: Db, { sessionId }: InSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set((eb) => ({ password_failures: eb('password_failures', '-', 1) }))
    .where('id', '=', sessionId)
    .execute();
}

/** The password was right: wrong ones are counted anew. */
export async function renewSessionTries(db: Db, { sessionId }: InSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ password_failures: 0 })
    .where('id', '=', sessionId)
    .execute();
}

/** Ends a session that has used up its tries; false when there are some left, or it has ended already. */
export async function endWithoutTries(db: Db, { sessionId }: InSession): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('password_failures', '>=', mostFailures)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
