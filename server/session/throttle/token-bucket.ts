import type { Db } from '#server/db/tables.ts';
import { type BucketSize, take, waitMs } from './bucket-level.ts';

/** Shared by all processes. */
export type Bucket = BucketSize & { name: string };

/** In milliseconds; 0 when there is a token. */
export async function waitForToken(db: Db, bucket: Bucket, now: Date): Promise<number> {
  const row = await db
    .selectFrom('token_buckets')
    .select('full_at')
    .where('name', '=', bucket.name)
    .executeTakeFirst();
  return row ? waitMs(bucket, Date.parse(row.full_at), now.getTime()) : 0;
}

/** In the caller's transaction. Returns 0, or for how many milliseconds there is none. */
export async function takeToken(db: Db, bucket: Bucket, now: Date): Promise<number> {
  // Written before it is used: each of several at once waits here, and sees what those before it took.
  const { full_at } = await db
    .insertInto('token_buckets')
    .values({ name: bucket.name, full_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ full_at: eb.ref('token_buckets.full_at') })),
    )
    .returning('full_at')
    .executeTakeFirstOrThrow();
  const stored = Date.parse(full_at);
  const wait = waitMs(bucket, stored, now.getTime());
  if (wait > 0) return wait;
  await db
    .updateTable('token_buckets')
    .set({ full_at: new Date(take(bucket, stored, now.getTime())).toISOString() })
    .where('name', '=', bucket.name)
    .execute();
  return 0;
}

/** A bucket without a row is full. */
export async function removeFullBuckets(db: Db, now: Date): Promise<void> {
  const dayAhead = new Date(now.getTime() + 24 * 3_600_000).toISOString();
  await db
    .deleteFrom('token_buckets')
    .where((eb) => eb.or([eb('full_at', '<=', now.toISOString()), eb('full_at', '>', dayAhead)]))
    .execute();
}
