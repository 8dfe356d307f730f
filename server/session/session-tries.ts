import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import { type Caller, signedOut } from '#server/http/serve.ts';

type InSession = Pick<Caller, 'sessionId'>;

/** In a row, then the session ends: it may be stolen, and its owner can log in again. */
export const mostFailures = 5;

/** Before the password is checked, as `takeTry` does. Throws `signed-out`, and `too-often` with none left. */
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

/** The password was not checked: the try costs nothing. */
export async function giveSessionTryBack(db: Db, { sessionId }: InSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set((eb) => ({ password_failures: eb('password_failures', '-', 1) }))
    .where('id', '=', sessionId)
    .execute();
}

export async function renewSessionTries(db: Db, { sessionId }: InSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ password_failures: 0 })
    .where('id', '=', sessionId)
    .execute();
}

/** False when some are left, or it has ended already. */
export async function endWithoutTries(db: Db, { sessionId }: InSession): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('password_failures', '>=', mostFailures)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
