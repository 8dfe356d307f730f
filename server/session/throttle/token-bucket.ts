import type { Db } from '#server/db/tables.ts';
import {
  getBucketWaitMs,
  returnToBucket,
  type TokenBucketSize,
  takeFromBucket,
} from './bucket-level.ts';

export type TokenBucket = TokenBucketSize & { name: string };

/** Returns the milliseconds until a token is available, or 0 if one is available now. */
export async function readBucketWaitMs(db: Db, bucket: TokenBucket, now: Date): Promise<number> {
  const row = await db
    .selectFrom('token_buckets')
    .select('full_at')
    .where('name', '=', bucket.name)
    .executeTakeFirst();
  return row ? getBucketWaitMs(bucket, Date.parse(row.full_at), now.getTime()) : 0;
}

/** Takes a token and returns 0, or returns the milliseconds until a token is available. Must run in a transaction. */
export async function takeFromStoredBucket(
  db: Db,
  bucket: TokenBucket,
  now: Date,
): Promise<number> {
  // This write locks the row, so that concurrent callers see the updated level.
  const { full_at } = await db
    .insertInto('token_buckets')
    .values({ name: bucket.name, full_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ full_at: eb.ref('token_buckets.full_at') })),
    )
    .returning('full_at')
    .executeTakeFirstOrThrow();
  const stored = Date.parse(full_at);
  const wait = getBucketWaitMs(bucket, stored, now.getTime());
  if (wait > 0) return wait;
  await storeLevel(db, bucket, takeFromBucket(bucket, stored, now.getTime()));
  return 0;
}

/** Takes the first token from a bucket of something that the same transaction has inserted, and that has no row yet. */
export async function takeFromNewBucket(db: Db, bucket: TokenBucket, now: Date): Promise<void> {
  const level = takeFromBucket(bucket, now.getTime(), now.getTime());
  const values = { name: bucket.name, full_at: new Date(level).toISOString() };
  await db.insertInto('token_buckets').values(values).execute();
}

/** Returns a token that was taken. A bucket without a row is full. Must run in a transaction. */
export async function returnToStoredBucket(db: Db, bucket: TokenBucket, now: Date): Promise<void> {
  const row = await db
    .updateTable('token_buckets')
    .set((eb) => ({ full_at: eb.ref('full_at') }))
    .where('name', '=', bucket.name)
    .returning('full_at')
    .executeTakeFirst();
  if (!row) return;
  await storeLevel(db, bucket, returnToBucket(bucket, Date.parse(row.full_at), now.getTime()));
}

/** Stores the level of a locked bucket. */
async function storeLevel(db: Db, { name }: TokenBucket, fullAt: number): Promise<void> {
  const update = db
    .updateTable('token_buckets')
    .set({ full_at: new Date(fullAt).toISOString() })
    .where('name', '=', name);
  await update.execute();
}

/** Deletes the rows of full buckets, because a bucket without a row counts as full. */
export async function deleteFullBuckets(db: Db, now: Date): Promise<void> {
  const dayAhead = new Date(now.getTime() + 24 * 3_600_000).toISOString();
  await db
    .deleteFrom('token_buckets')
    .where((eb) => eb.or([eb('full_at', '<=', now.toISOString()), eb('full_at', '>', dayAhead)]))
    .execute();
}
