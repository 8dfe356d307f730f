import { Problem } from '#contract/problem.ts';
import { aboutUser, recordEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { hashPassword, isPassword } from './password.ts';
import { endSession, endSessionsOf } from './sessions.ts';

/** Changes the caller's own password; his other sessions end. Throws `wrong-credentials`. */
export async function changePassword(
  { db, clock }: Services,
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
      .set({ password_hash: passwordHash, password_ends_at: null })
      .where('id', '=', caller.userId)
      .execute();
    await endSessionsOf(trx, caller.userId, caller.sessionId);
    const entry = { action: 'password-changed', by: caller, subject: aboutUser(caller) } as const;
    await recordEntry(trx, entry, clock());
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

/** Ends the session that the caller asks in. */
export async function logout({ db, clock }: Services, caller: Caller): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await endSession(trx, caller.sessionId);
    const entry = { action: 'logged-out', by: caller, subject: aboutUser(caller) } as const;
    await recordEntry(trx, entry, clock());
  });
}

/** Ends one of the caller's own sessions. Throws `not-found` for anybody else's. */
export async function endOwnSession({ db, clock }: Services, caller: Caller, sessionId: string) {
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', caller.userId)
      .returning('device')
      .executeTakeFirst();
    if (!ended) throw new Problem('not-found', 'This session is over already.');
    const subject = aboutUser(caller);
    const detail = ended.device;
    await recordEntry(trx, { action: 'session-ended', by: caller, subject, detail }, clock());
  });
  return { message: 'The session has ended.' };
}
