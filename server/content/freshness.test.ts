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

describe('createFreshness', () => {
  test('reads the database only once for concurrent requests', async () => {
    const { looks, freshness } = holdReads();
    const asked = [1, 2, 3].map(() => freshness.refreshIfOlderThan(0));
    looks[0]?.resolve();
    await Promise.all(asked);
    expect(looks).toHaveLength(1);
  });

  test('lets requests continue if the database does not respond, and starts no second read while the first is pending', async () => {
    const { looks, freshness } = holdReads();
    for (const waiting of [1, 2, 3]) {
      await Promise.all(Array.from({ length: waiting }, () => freshness.refreshIfOlderThan(0)));
    }
    expect(looks).toHaveLength(1);
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
