import { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

type Stored = { points: number; expires_at: string };
/** The caller's transaction and its time. Rows with an `email` are deleted by `deleteAccountLimits`. */
type Use = { db: Db; now: Date; email?: string };

/** Tolerated difference between the clocks of two instances. */
const skewMs = 60_000;

/**
 * Admits `points` uses of each key within `seconds` after the first one. Stores them in the caller's transaction, so
 * that a refusal, which rolls it back, costs no point, and instances share the limit.
 */
export class RateLimit extends RateLimiterStoreAbstract {
  constructor(keyPrefix: string, points: number, seconds: number) {
    super({ keyPrefix, points, duration: seconds, storeClient: undefined });
  }

  /** Takes a point and returns 0, or returns the seconds until the next point. */
  take(key: string, use: Use): Promise<number> {
    return this.consume(key, 1, use).then(
      () => 0,
      (refusal) => {
        if (refusal instanceof RateLimiterRes) return toSeconds(refusal);
        throw refusal;
      },
    );
  }

  /** Returns the seconds until the next point, or 0 if one is left. Takes none. */
  async readWait(key: string, use: Use): Promise<number> {
    const state = await this.get(key, use);
    return state && state.consumedPoints >= this.points ? toSeconds(state) : 0;
  }

  async _upsert(
    name: string,
    points: number,
    ms: number,
    _: boolean,
    { db, now, email = '' }: Use,
  ) {
    const expires_at = instant(now, ms);
    const query = db
      .insertInto('rate_limits')
      // A point that is returned after its window has ended, or was never taken, must not add one to the window.
      .values({ name, email, points: Math.max(0, points), expires_at })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => {
          const stored = eb.ref('rate_limits.expires_at');
          // A later end than possible was stored while the clock was wrong.
          const isOver = eb.or([
            eb(stored, '<=', now.toISOString()),
            eb(stored, '>', instant(now, ms + skewMs)),
          ]);
          const count = eb('rate_limits.points', '+', points);
          return {
            points: eb
              .case()
              .when(isOver)
              .then(eb.ref('excluded.points'))
              .when(count, '<', 0)
              .then(0)
              .else(count)
              .end(),
            expires_at: eb
              .case()
              .when(isOver)
              .then(eb.ref('excluded.expires_at'))
              .else(stored)
              .end(),
          };
        }),
      );
    return { ...(await query.returning(['points', 'expires_at']).executeTakeFirstOrThrow()), now };
  }

  _get(name: string, { db, now }: Use) {
    return db
      .selectFrom('rate_limits')
      .select(['points', 'expires_at'])
      .where('name', '=', name)
      .where('expires_at', '>', now.toISOString())
      .where('expires_at', '<=', instant(now, this.msDuration + skewMs))
      .executeTakeFirst()
      .then((row) => row && { ...row, now });
  }

  _getRateLimiterRes(_name: string, _points: number, stored: Stored & { now: Date }) {
    const ms = Date.parse(stored.expires_at) - stored.now.getTime();
    return new RateLimiterRes(this.points - stored.points, ms, stored.points);
  }
}

const toSeconds = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

export function formatWait(seconds: number): string {
  if (seconds > 60) return `${Math.ceil(seconds / 60)} minutes`;
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

export async function deleteExpiredLimits(db: Db, now: Date): Promise<void> {
  const longestMs = 2 * 24 * 3_600_000;
  const expired = db
    .selectFrom('rate_limits')
    .select('name')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', now.toISOString()),
        eb('expires_at', '>', instant(now, longestMs)),
      ]),
    )
    // A login that is taking points of several limits could deadlock with this deletion.
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked());
  await db.deleteFrom('rate_limits').where('name', 'in', expired).execute();
}

const instant = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();
