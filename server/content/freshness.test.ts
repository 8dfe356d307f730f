import { describe, expect, test } from 'vitest';
import { createFreshnessCheck } from './freshness.ts';

function holdReads() {
  const looks: PromiseWithResolvers<void>[] = [];
  const freshness = createFreshnessCheck(() => {
    const look = Promise.withResolvers<void>();
    looks.push(look);
    return look.promise;
  });
  return { looks, freshness };
}

async function msOf(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

describe('createFreshness', () => {
  test('reads the database only once for concurrent requests', async () => {
    const { looks, freshness } = holdReads();
    const asked = [1, 2, 3].map(() => freshness.refreshIfOlderThan(0));
    looks[0]?.resolve();
    await Promise.all(asked);
    expect(looks).toHaveLength(1);
    expect(freshness.ageMs()).toBeLessThan(1000);
  });

  test('lets requests continue if the database does not respond, and starts no second read while the first is pending', async () => {
    const { looks, freshness } = holdReads();
    const first = await msOf(
      Promise.all([freshness.refreshIfOlderThan(0), freshness.refreshIfOlderThan(0)]),
    );
    expect(first).toBeLessThan(1000);
    const later = await msOf(
      (async () => {
        for (let time = 0; time < 50; time += 1) await freshness.refreshIfOlderThan(0);
      })(),
    );
    expect(later).toBeLessThan(first);
    expect(looks).toHaveLength(1);
    expect(freshness.ageMs()).toBeGreaterThan(200);
    looks[0]?.reject(new Error('no database'));
  });

  test('rejects waiting requests if the read fails, and reads again for later requests', async () => {
    const { looks, freshness } = holdReads();
    const failing = freshness.refreshIfOlderThan(0);
    looks[0]?.reject(new Error('no database'));
    await expect(failing).rejects.toThrow('no database');
    await freshness.refreshIfOlderThan(60_000);
    expect(looks).toHaveLength(1);
    const again = freshness.refreshIfOlderThan(0);
    looks[1]?.resolve();
    await again;
    const written = freshness.refresh();
    expect(looks).toHaveLength(3);
    looks[2]?.resolve();
    await written;
  });
});
