import { describe, expect } from 'vitest';
import { listRequestUsage } from '#contract/admin/request-usage.ts';
import { accountLimits } from '#server/http/rate-limits/limits.ts';
import {
  type Payer,
  RateLimiter,
  type RateLimitRefusal,
} from '#server/http/rate-limits/rate-limiter.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { deleteOldUsage, shareUsage, startSharingUsage } from './share-usage.ts';

const minute = 60_000;
const limits = { work: { burst: 100, perHour: 3600 }, rows: { burst: 10, perHour: 36 } };
const account = (id: string): Payer => ({ kind: 'account', id, limits });
const createProcess = (portal: Portal) => new RateLimiter(() => portal.clock().getTime(), 1);
/** Uses the work in requests of at most 50, because one request takes at most half a bucket. */
function use(limiter: RateLimiter, id: string, work: number): RateLimitRefusal | undefined {
  const refusal = limiter.charge([account(id)], { work: Math.min(work, 50) });
  return refusal || work <= 50 ? refusal : use(limiter, id, work - 50);
}
const countRows = async ({ db }: Portal) =>
  (await db.selectFrom('request_usage').select('payer').execute()).length;

describe('two processes that share their usage', () => {
  test('refuse an account together once they know of each other', async ({ portal }) => {
    const [first, second] = [createProcess(portal), createProcess(portal)];
    use(first, 'greedy', 90);
    use(second, 'greedy', 20);
    await shareUsage(portal, first);
    await shareUsage(portal, second);
    expect(use(second, 'greedy', 1)).toMatchObject({ resource: 'work', waitMs: 11_000 });
    // The first process learns of the usage by the second when it next shares its own.
    use(first, 'greedy', 5);
    await shareUsage(portal, first);
    expect(use(first, 'greedy', 1)).toMatchObject({ waitMs: 16_000 });
  });

  test('count the usage of each process once, however often they share it', async ({ portal }) => {
    const [first, second] = [createProcess(portal), createProcess(portal)];
    for (let round = 0; round < 5; round += 1) {
      use(first, 'busy', 4);
      use(second, 'busy', 4);
      await shareUsage(portal, first);
      await shareUsage(portal, second);
    }
    expect(use(second, 'busy', 60)).toBeUndefined();
    expect(use(second, 'busy', 1)).toMatchObject({ waitMs: 1000 });
  });

  test('do not count their own usage as that of the other one after a reset', async ({
    portal,
  }) => {
    const process = createProcess(portal);
    use(process, 'measured', 100);
    await shareUsage(portal, process);
    process.reset();
    use(process, 'measured', 1);
    await shareUsage(portal, process);
    expect(use(process, 'measured', 99)).toBeUndefined();
  });

  test('continue after a change of the time slot, and refill', async ({ portal }) => {
    const [first, second] = [createProcess(portal), createProcess(portal)];
    use(first, 'greedy', 100);
    use(second, 'greedy', 1);
    for (const limiter of [first, second]) await shareUsage(portal, limiter);
    portal.wait(6 * minute);
    for (const limiter of [first, second]) await shareUsage(portal, limiter);
    expect(use(second, 'greedy', 100)).toBeUndefined();
  });

  test('share at the same moment without a deadlock, and lose no usage', async ({ portal }) => {
    const limiters = Array.from({ length: 4 }, () => createProcess(portal));
    const ids = Array.from({ length: 50 }, (_, index) => `account ${index}`);
    for (const [index, limiter] of limiters.entries()) {
      for (const id of index % 2 ? ids : ids.toReversed()) use(limiter, id, 1);
    }
    await Promise.all(limiters.map((limiter) => shareUsage(portal, limiter)));
    const totals = await portal.db.selectFrom('request_usage').select('work').execute();
    expect(totals.map(({ work }) => work)).toEqual(ids.map(() => 4));
  });
});

describe('a process', () => {
  test('keeps its limits and its unshared usage, and logs a warning, while the database does not respond', async ({
    portal,
  }) => {
    const limiter = createProcess(portal);
    use(limiter, 'greedy', 100);
    const db = portal.db.withSchema('unreachable');
    await expect(shareUsage({ ...portal, db }, limiter)).rejects.toThrow();
    expect(use(limiter, 'greedy', 1)).toBeDefined();
    await shareUsage(portal, limiter);
    expect(await portal.db.selectFrom('request_usage').selectAll().execute()).toMatchObject([
      { kind: 'account', payer: 'greedy', requests: 2, refused: 1, work: 100 },
    ]);
  });

  test('knows after a restart what an account has used in the current five minutes', async ({
    portal,
  }) => {
    const before = createProcess(portal);
    use(before, 'greedy', 100);
    await shareUsage(portal, before);
    const restarted = createProcess(portal);
    use(restarted, 'greedy', 1);
    await shareUsage(portal, restarted);
    expect(use(restarted, 'greedy', 1)).toMatchObject({ waitMs: 2000 });
  });

  test('stores the usage of at most 500 accounts or networks at a time', async ({ portal }) => {
    const limiter = createProcess(portal);
    for (let index = 0; index < 2000; index += 1) use(limiter, `account ${index}`, 1);
    await shareUsage(portal, limiter);
    expect(await countRows(portal)).toBe(500);
  });

  test('can stop sharing at any time', async ({ portal }) => {
    await startSharingUsage(portal, createProcess(portal)).stop();
  });
});

test('deleteOldUsage deletes usage older than two hours or dated in the future', async ({
  portal,
}) => {
  const limiter = createProcess(portal);
  for (const hours of [0, 48, -47, 1.5]) {
    portal.wait(hours * 60 * minute);
    use(limiter, 'somebody', 1);
    await shareUsage(portal, limiter);
  }
  await deleteOldUsage(portal);
  expect(await countRows(portal)).toBe(2);
});

test('deleteOldUsage deletes expired raises of limits, and no others', async ({ portal }) => {
  const now = portal.clock().getTime();
  const raises = await Promise.all(
    [-1, 1, undefined].map(async (minutes) => {
      const { userId } = await createTestUser(portal);
      const ends_at = minutes === undefined ? null : new Date(now + minutes * minute).toISOString();
      return { user_id: userId, factor: 2, ends_at };
    }),
  );
  await portal.db.insertInto('raised_limits').values(raises).execute();
  await deleteOldUsage(portal);
  const left = await portal.db.selectFrom('raised_limits').selectAll().execute();
  const byAccount = (a: { user_id: string }, b: { user_id: string }) =>
    a.user_id < b.user_id ? -1 : 1;
  expect(left.toSorted(byAccount)).toEqual(raises.slice(1).toSorted(byAccount));
});

test('the work of requests is listed for their account and network', async ({ portal }) => {
  const { caller, userId } = await createTestUser(portal);
  await caller.fetch('/api/notices/unread');
  await shareUsage(portal, portal.rateLimiter);
  const reply = await portal.admin.call(listRequestUsage);
  expect(reply.accounts).toMatchObject([{ _id: userId, role: 'student', requests: 1, work: 1 }]);
  expect(reply.networks).toMatchObject([{ network: '127.0.0.1', requests: 1 }]);
  expect(accountLimits.student.work?.burst).toBeGreaterThan(1);
});
