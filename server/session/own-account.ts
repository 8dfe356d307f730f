import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { hashPassword, isPassword } from './password.ts';
import { endSessionsOf } from './sessions.ts';

/** Changes the caller's own password; his other sessions end. Throws `wrong-credentials`. */
export async function changePassword(
  { db }: Services,
  caller: Caller,
  { current, password }: { current: string; password: string },
) {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  if (!(await isPassword(current, password_hash))) {
    const message = 'The current password is not right.';
    throw new Problem('wrong-credentials', message, { fields: { current: message } });
  }
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', caller.userId)
      .execute();
    await endSessionsOf(trx, caller.userId, caller.sessionId);
  });
  return { message: 'Your password is changed. Your other sessions have ended.' };
}

/** The caller's own sessions, the newest first. */
export async function listOwnSessions(db: Db, caller: Caller) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['id as _id', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'device'])
    .where('user_id', '=', caller.userId)
    .orderBy('created_at', 'desc')
    .execute();
  return {
    sessions: sessions.map((session) => ({
      ...session,
      isCurrent: session._id === caller.sessionId,
    })),
  };
}

/** Ends one of the caller's own sessions. Throws `not-found` for anybody else's. */
export async function endOwnSession(db: Db, caller: Caller, sessionId: string) {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', caller.userId)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new Problem('not-found', 'This session is over already.');
  return { message: 'The session has ended.' };
}
