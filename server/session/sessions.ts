import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { countNotices } from '#contract/notices.ts';
import { compiledOnce } from '#server/db/compile-once.ts';
import { isDatabaseBusy, isDatabaseFull } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { deleteDevicesOf, removeOldDevices } from './throttle/known-devices.ts';
import { removeOldFailures } from './throttle/throttle.ts';
import { removeFullBuckets } from './throttle/token-bucket.ts';
import { hashOf, newToken } from './tokens.ts';

const hour = 3_600_000;
/** At most 7 days (decisions). */
const idleMs = 12 * hour;
export const longestMs = 7 * 24 * hour;
/** So seldom, so that reading rarely writes. */
const seenEveryMs = 5 * 60_000;
/** A request waits at most this long for that write. */
const seenWithinMs = 250;

/** It opens files and nothing else (decisions); browsers take a `__Secure-` cookie from https only. */
export const fileCookie = {
  path: '/api/auth/file',
  nameFor: (publicUrl: string) =>
    publicUrl.startsWith('https:') ? '__Secure-file_access' : 'file_access',
};

/** The two tokens are stored as hashes only and cannot be read again. */
export async function openSession(db: Db, userId: string, now: Date, device = '') {
  const token = newToken();
  const fileToken = newToken();
  const at = now.toISOString();
  await db
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      token_hash: hashOf(token),
      file_token_hash: hashOf(fileToken),
      user_id: userId,
      created_at: at,
      last_seen_at: at,
      device: device.slice(0, 200),
    })
    .execute();
  return { token, fileToken };
}

export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Also makes their devices unknown: on a new password or role and on a block. `but` stays. */
export async function endSessionsOf(db: Db, userId: string, but?: string): Promise<void> {
  const all = db.deleteFrom('sessions').where('user_id', '=', userId);
  await (but ? all.where('id', '!=', but) : all).execute();
  await deleteDevicesOf(db, userId);
}

export async function countSessionsSeen(db: Db, since: Date): Promise<number> {
  const { total } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('last_seen_at', '>=', since.toISOString())
    .executeTakeFirstOrThrow();
  return total;
}

/** Also what is so far in the future that a wrong clock made it. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('last_seen_at', '<', before(now, idleMs)),
        eb('created_at', '<', before(now, longestMs)),
        eb('created_at', '>', after(now, longestMs)),
      ]),
    )
    .execute();
  await db
    .deleteFrom('one_use_links')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', now.toISOString()),
        eb('created_at', '>', after(now, longestMs)),
      ]),
    )
    .execute();
  await removeOldDevices(db, now);
  await removeOldFailures(db, now);
  await removeFullBuckets(db, now);
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();
const after = (now: Date, ms: number) => before(now, -ms);

export type Limits = { leastSeen: string; leastCreated: string; latest: string };

/** Also from the near future, as the clock may have been set back; from farther ahead one would hold too long. */
export const limitsAt = (now: Date): Limits => ({
  leastSeen: before(now, idleMs),
  leastCreated: before(now, longestMs),
  latest: after(now, longestMs),
});

export const sessionsWithin = (db: Db, { leastSeen, leastCreated, latest }: Limits) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.blocked_at', 'is', null)
    .where('sessions.last_seen_at', '>=', leastSeen)
    .where('sessions.created_at', '>=', leastCreated)
    .where('sessions.created_at', '<=', latest)
    .where('sessions.last_seen_at', '<=', latest);

type Asked = Limits & { hash: string };
const callerIn = (db: Db, asked: Asked, column: 'token_hash' | 'file_token_hash') =>
  sessionsWithin(db, asked)
    .select([
      'sessions.id as sessionId',
      'users.id as userId',
      'users.name',
      'users.email',
      'users.role',
      'users.email_confirmed_at as confirmedAt',
      'sessions.last_seen_at as lastSeenAt',
    ])
    .where(`sessions.${column}`, '=', asked.hash)
    .limit(1);
const sessionByToken = compiledOnce((db, asked: Asked) => callerIn(db, asked, 'token_hash'));
const sessionByFileToken = compiledOnce((db, asked: Asked) =>
  callerIn(db, asked, 'file_token_hash'),
);

/** Role and block are read each time, so that a change holds at the next request. */
export async function identify(
  { db, clock, config }: Services,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const bearer = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1];
  const isFile = request.routeOptions.config.endpoint?.fileCookie === true;
  const cookie = isFile ? request.cookies[fileCookie.nameFor(config.publicUrl)] : undefined;
  const token = bearer ?? cookie;
  if (!token) return undefined;
  const now = clock();
  const ask = bearer ? sessionByToken : sessionByFileToken;
  const [found] = await ask(db, { ...limitsAt(now), hash: hashOf(token) });
  if (!found) return undefined;
  const { lastSeenAt, confirmedAt, ...who } = found;
  const caller = { ...who, ...request.origin, isConfirmed: confirmedAt !== null };
  // A page that is only left open counts as idle.
  const isTimer = request.routeOptions.config.endpoint?.path === countNotices.path;
  if (!isTimer && lastSeenAt < before(now, seenEveryMs)) {
    const written = db
      .updateTable('sessions')
      .set({ last_seen_at: now.toISOString() })
      .where('id', '=', caller.sessionId)
      .execute()
      .catch((error: unknown) => {
        // Reading goes on, also on a full disk and while another process writes.
        if (!isDatabaseFull(error) && !isDatabaseBusy(error)) throw error;
      });
    await Promise.race([written, sleep(seenWithinMs, undefined, { ref: false })]);
  }
  return caller;
}
