import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { countUnreadMessages } from '#contract/messages/discussion.ts';
import { countNotices } from '#contract/messages/unread-notices.ts';
import { isDatabaseBusy, isDatabaseFull } from '#server/db/connect.ts';
import { prepareQuery } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { deleteOldDevices } from './throttle/known-devices.ts';
import { deleteExpiredLimits } from './throttle/rate-limit.ts';
import { createToken, hashToken } from './tokens.ts';

const hour = 3_600_000;
const idleMs = 12 * hour;
export const maxSessionMs = 7 * 24 * hour;
/** Minimum interval between updates of a session's last-seen time, so that most requests write nothing. */
const seenIntervalMs = 5 * 60_000;
const maxSeenWaitMs = 250;

/** The cookie that grants access to files only. Browsers accept the prefix `__Secure-` only over HTTPS. */
export const fileAccessCookie = {
  path: '/api/auth/file',
  nameFor: (publicUrl: string) =>
    publicUrl.startsWith('https:') ? '__Secure-file_access' : 'file_access',
};

/**
 * Creates a session and returns its two tokens, of which only the hashes are stored. The rest of the transaction must not
 * depend on the session.
 */
export async function openSession(db: Db, userId: string, now: Date, device = '') {
  const token = createToken();
  const fileToken = createToken();
  const at = now.toISOString();
  const session = db.insertInto('sessions').values({
    id: randomUUID(),
    token_hash: hashToken(token),
    file_token_hash: hashToken(fileToken),
    user_id: userId,
    created_at: at,
    last_seen_at: at,
    device: device.slice(0, 200),
  });
  await session.execute();
  return { token, fileToken };
}

export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

export async function countRecentSessions(db: Db, since: Date): Promise<number> {
  const { total } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('last_seen_at', '>=', since.toISOString())
    .executeTakeFirstOrThrow();
  return total;
}

/** Deletes expired rows, and rows dated far in the future because the clock was wrong. */
export async function deleteExpiredSessionData({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('last_seen_at', '<', before(now, idleMs)),
        eb('last_seen_at', '>', after(now, maxSessionMs)),
      ]),
    )
    .execute();
  // A separate statement, because SQLite reads the whole table if the conditions use two indexes.
  await db.deleteFrom('sessions').where('created_at', '<', before(now, maxSessionMs)).execute();
  await db
    .deleteFrom('one_use_links')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', now.toISOString()),
        eb('expires_at', '>', after(now, 2 * maxSessionMs)),
      ]),
    )
    .execute();
  await deleteOldDevices(db, now);
  await deleteExpiredLimits(db, now);
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();
const after = (now: Date, ms: number) => before(now, -ms);

export type SessionTimeLimits = { leastSeen: string; leastCreated: string; latest: string };

const findBearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{20,100})$/i.exec(headers.authorization ?? '')?.[1];

/** Returns the id of the session whose token the request contains. Does not count the request as activity. */
export async function findSessionId(
  db: Db,
  request: FastifyRequest,
  now: Date,
): Promise<string | undefined> {
  const token = findBearerToken(request);
  if (!token) return undefined;
  const limits = { ...getSessionTimeLimits(now), hash: hashToken(token) };
  return (await sessionByToken(db, limits))[0]?.sessionId;
}

/** Returns the limits for a valid session's timestamps. They allow future times, in case the clock was set back. */
export const getSessionTimeLimits = (now: Date): SessionTimeLimits => ({
  leastSeen: before(now, idleMs),
  leastCreated: before(now, maxSessionMs),
  latest: after(now, maxSessionMs),
});

export const selectLiveSessions = (
  db: Db,
  { leastSeen, leastCreated, latest }: SessionTimeLimits,
) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.blocked_at', 'is', null)
    .where('sessions.last_seen_at', '>=', leastSeen)
    .where('sessions.created_at', '>=', leastCreated)
    .where('sessions.created_at', '<=', latest)
    .where('sessions.last_seen_at', '<=', latest);

type SessionQuery = SessionTimeLimits & { hash: string };
const selectCaller = (db: Db, parameters: SessionQuery, column: 'token_hash' | 'file_token_hash') =>
  selectLiveSessions(db, parameters)
    .select([
      'sessions.id as sessionId',
      'users.id as userId',
      'users.name',
      'users.email',
      'users.role',
      'users.email_confirmed_at as confirmedAt',
      'sessions.last_seen_at as lastSeenAt',
    ])
    .where(`sessions.${column}`, '=', parameters.hash)
    .limit(1);
const sessionByToken = prepareQuery((db, parameters: SessionQuery) =>
  selectCaller(db, parameters, 'token_hash'),
);
const sessionByFileToken = prepareQuery((db, parameters: SessionQuery) =>
  selectCaller(db, parameters, 'file_token_hash'),
);

/** Endpoints that open pages call again and again. */
const timerPaths: readonly (string | undefined)[] = [countNotices.path, countUnreadMessages.path];

export async function identifyCaller(
  { db, clock, config }: Services,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const bearer = findBearerToken(request);
  const isFile = request.routeOptions.config.endpoint?.fileCookie === true;
  const cookie = isFile ? request.cookies[fileAccessCookie.nameFor(config.publicUrl)] : undefined;
  const token = bearer ?? cookie;
  if (!token) return undefined;
  const now = clock();
  const findSession = bearer ? sessionByToken : sessionByFileToken;
  const [session] = await findSession(db, { ...getSessionTimeLimits(now), hash: hashToken(token) });
  if (!session) return undefined;
  const { lastSeenAt, confirmedAt, ...user } = session;
  const caller = { ...user, ...request.origin, isConfirmed: confirmedAt !== null };
  // Automatic polling by an open page does not count as activity.
  const isTimer = timerPaths.includes(request.routeOptions.config.endpoint?.path);
  if (!isTimer && lastSeenAt < before(now, seenIntervalMs)) {
    const update = db
      .updateTable('sessions')
      .set({ last_seen_at: now.toISOString() })
      .where('id', '=', caller.sessionId)
      .execute()
      .catch((error: unknown) => {
        // A full or locked database must not prevent reads.
        if (!isDatabaseFull(error) && !isDatabaseBusy(error)) throw error;
      });
    await Promise.race([update, sleep(maxSeenWaitMs, undefined, { ref: false })]);
  }
  return caller;
}
