import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { type Portal, test } from '#server/test/portal.ts';
import { leaseJob } from './jobs.ts';

const job = { name: 'reminders', roundMs: 60_000 };
const ids = {
  first: '00000000-0000-4000-8000-000000000001',
  second: '00000000-0000-4000-8000-000000000002',
};
const asProcess = (portal: Portal, name: keyof typeof ids) => ({
  ...portal,
  config: { processId: ids[name] },
});

describe('the lease of a background job', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function passMinutes(portal: Portal, minutes: number) {
    for (let third = 0; third < minutes * 3; third += 1) {
      portal.wait(20_000);
      await vi.advanceTimersByTimeAsync(20_000);
      // Wait for the write of the heartbeat.
      await portal.db.selectFrom('jobs').select('name').execute();
    }
  }

  test('is kept for as long as the job runs, also after a renewal that failed', async ({
    portal,
  }) => {
    const lease = await leaseJob(asProcess(portal, 'first'), job);
    vi.spyOn(portal.db, 'updateTable').mockImplementationOnce(() => {
      throw new Error('no connection');
    });
    await passMinutes(portal, 10);
    expect(await leaseJob(asProcess(portal, 'second'), job)).toBeUndefined();
    await lease?.end();
    expect(await leaseJob(asProcess(portal, 'second'), job)).toBeDefined();
  });

  test('passes to another process 60 s after a crash, which resumes at the saved position', async ({
    portal,
  }) => {
    const lease = await leaseJob(asProcess(portal, 'first'), job);
    await lease?.savePosition('page 7');
    vi.clearAllTimers();
    portal.wait(59_000);
    expect(await leaseJob(asProcess(portal, 'second'), job)).toBeUndefined();
    portal.wait(2_000);
    expect(await leaseJob(asProcess(portal, 'second'), job)).toMatchObject({ position: 'page 7' });
    await expect(lease?.end()).rejects.toThrow('Another process runs the job reminders now.');
  });

  test('goes to only one of two processes at the same moment', async ({ portal }) => {
    const leases = await Promise.all([
      leaseJob(asProcess(portal, 'first'), job),
      leaseJob(asProcess(portal, 'second'), job),
    ]);
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  test('contains the start time of the job’s previous round, or null if that round was interrupted', async ({
    portal,
  }) => {
    const first = await leaseJob(asProcess(portal, 'first'), job);
    expect(first?.previousStart).toBeNull();
    const startedAt = portal.clock().toISOString();
    await first?.end();
    portal.wait(61_000);
    const second = await leaseJob(asProcess(portal, 'first'), job);
    expect(second?.previousStart).toBe(startedAt);
    await second?.release(null);
    portal.wait(61_000);
    expect((await leaseJob(asProcess(portal, 'first'), job))?.previousStart).toBeNull();
  });
});
