import pg from 'pg';
import { describe, expect } from 'vitest';
import type { Caller } from '#server/http/serve.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { previewAs, writeAs } from './write-as.ts';

async function getAdmin({ db, adminId }: Portal): Promise<Caller> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as sessionId', 'users.id as userId', 'users.name', 'users.email'])
    .select('users.role')
    .where('users.id', '=', adminId)
    .executeTakeFirstOrThrow();
  return { ...session, isConfirmed: true, requestId: 'request', address: '127.0.0.1' };
}

const createDeadlock = () =>
  Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' });

describe('the timestamp of a write', () => {
  for (const [name, run] of Object.entries({ writeAs, previewAs })) {
    test(`does not change after it is first read: ${name}`, async ({ portal }) => {
      const start = portal.clock().getTime();
      const times = await run(portal, await getAdmin(portal), async (context) => {
        portal.wait(2000);
        const first = context.now;
        portal.wait(2000);
        return [first, context.now].map((time) => time.getTime() - start);
      });
      expect(times).toEqual([2000, 2000]);
    });
  }

  test('is read from the clock again when the write is retried after a deadlock', async ({
    portal,
  }) => {
    const start = portal.clock().getTime();
    const times: number[] = [];
    await writeAs(portal, await getAdmin(portal), async ({ now }) => {
      times.push(now.getTime() - start);
      portal.wait(3000);
      if (times.length < 3) throw createDeadlock();
    });
    expect(times).toEqual([0, 3000, 6000]);
  });
});
