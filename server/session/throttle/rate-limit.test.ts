import { expect } from 'vitest';
import { isPostgres } from '#server/db/migrate.ts';
import { test } from '#server/test/portal.ts';
import { deleteExpiredLimits, RateLimit } from './rate-limit.ts';

const limit = new RateLimit('test', 2, 60);

test('a limit admits its points in a window, and returned ones once more', async ({ portal }) => {
  const { db, clock } = portal;
  const take = () => limit.take('key', { db, now: clock() });
  expect([await take(), await take()]).toEqual([0, 0]);
  portal.wait(20_500);
  expect(await limit.readWait('key', { db, now: clock() })).toBe(40);
  expect(await limit.readWait('neighbour', { db, now: clock() })).toBe(0);
  expect(await take()).toBe(40);
  await limit.reward('key', 2, { db, now: clock() });
  expect([await take(), await take()]).toEqual([0, 40]);
  portal.wait(39_500);
  // Points that are returned in the next window do not add to it.
  for (let time = 0; time < 2; time += 1) await limit.reward('key', 1, { db, now: clock() });
  expect([await take(), await take(), await take()]).toEqual([0, 0, 60]);
});

test('a limit that was used while the clock was ahead starts anew, but tolerates instances whose clocks differ', async ({
  portal,
}) => {
  const { db, clock } = portal;
  const take = () => limit.take('key', { db, now: clock() });
  portal.wait(24 * 3_600_000);
  for (let time = 0; time < 3; time += 1) await take();
  portal.wait(-30_000);
  expect(await take()).toBe(90);
  portal.wait(-24 * 3_600_000);
  expect(await limit.readWait('key', { db, now: clock() })).toBe(0);
  expect(await take()).toBe(0);
});

test('limits are deleted once they have ended, or if their end is far in the future', async ({
  portal,
}) => {
  const { db, clock } = portal;
  const rows = [-1, 1, 24 * 30].map((hours) => {
    const expires_at = new Date(clock().getTime() + hours * 3_600_000).toISOString();
    return { name: `${hours} hours from now`, email: '', points: 1, expires_at };
  });
  await db.insertInto('rate_limits').values(rows).execute();
  await deleteExpiredLimits(db, clock());
  const remaining = await db.selectFrom('rate_limits').select('name').execute();
  expect(remaining).toEqual([{ name: '1 hours from now' }]);
});

test('on PostgreSQL, a deletion of ended limits does not wait for a login that takes them', async ({
  portal: { db, clock },
}) => {
  if (!isPostgres(db)) return;
  const now = clock();
  const before = new Date(now.getTime() - 3_600_000);
  for (const key of ['taken', 'ended']) await limit.take(key, { db, now: before });
  await db.transaction().execute(async (trx) => {
    await limit.take('taken', { db: trx, now });
    await deleteExpiredLimits(db, now);
  });
  const remaining = await db.selectFrom('rate_limits').select('name').execute();
  expect(remaining).toEqual([{ name: 'test:taken' }]);
});
