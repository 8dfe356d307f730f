import { Problem } from '#contract/problem.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { endSession } from './sessions.ts';
import { writeAs } from './write-as.ts';

export async function listOwnSessions(db: Db, caller: Caller) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['id as _id', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'device'])
    .where('user_id', '=', caller.userId)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
  return {
    sessions: sessions.map((session) => ({
      ...session,
      isCurrent: session._id === caller.sessionId,
    })),
  };
}

export async function logout(services: Services, caller: Caller): Promise<void> {
  await writeAs(services, caller, async (context) => {
    const { trx } = context;
    await endSession(trx, caller.sessionId);
    const entry = { action: 'logged-out', by: caller, subject: toUserSubject(caller) } as const;
    await recordAuditEntry(context, entry);
  });
}

/** Ends one of the caller's sessions. Throws `not-found` for sessions of other users. */
export async function endOwnSession(services: Services, caller: Caller, sessionId: string) {
  await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const ended = await trx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', caller.userId)
      .returning('device')
      .executeTakeFirst();
    if (!ended) throw new Problem('not-found', 'This session has already ended.');
    const subject = toUserSubject(caller);
    const detail = ended.device;
    await recordAuditEntry(context, { action: 'session-ended', by: caller, subject, detail });
  });
  return { message: 'Session ended' };
}
