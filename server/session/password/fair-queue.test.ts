import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Returns a queue that runs one task at a time. Tasks keep running until `serve` ends them. */
function openQueue(mostWaiting: number) {
  const queue = new FairQueue(1, mostWaiting);
  const served: string[] = [];
  const refused: string[] = [];
  const running: (() => void)[] = [];
  const enqueue = (purpose: string, network: string) => {
    const work = () => {
      served.push(`${purpose} ${network}`);
      return new Promise<void>((resolve) => running.push(resolve));
    };
    queue
      .run({ purpose, network }, work, () => new Error('full'))
      .catch(() => refused.push(`${purpose} ${network}`));
  };
  const serve = async (onNext = () => {}) => {
    while (running.length > 0) {
      onNext();
      running.shift()?.();
      await settled();
    }
    return served;
  };
  return { enqueue, serve, refused };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('FairQueue', () => {
  test('serves the first request of each network and purpose before further ones, and a network’s requests in order', async () => {
    const { enqueue, serve } = openQueue(64);
    enqueue('login', 'first');
    for (let time = 0; time < 3; time += 1) enqueue('login', 'flood');
    enqueue('login', 'one');
    enqueue('reset', 'one');
    expect(await serve()).toEqual([
      ...['login first', 'login flood', 'reset one', 'login one'],
      ...['login flood', 'login flood'],
    ]);
  });

  test('serves its purposes in turn, regardless of how many networks wait for each', async () => {
    const { enqueue, serve } = openQueue(64);
    enqueue('reset', 'first');
    for (const network of ['a', 'b', 'c', 'd']) enqueue('reset', network);
    enqueue('login', 'x');
    enqueue('login', 'y');
    expect(await serve()).toEqual([
      ...['reset first', 'reset a', 'login x', 'reset b', 'login y', 'reset c', 'reset d'],
    ]);
  });

  test('does not let new networks overtake a waiting request again and again', async () => {
    const { enqueue, serve } = openQueue(64);
    enqueue('login', 'first');
    for (let time = 0; time < 2; time += 1) enqueue('login', 'campus');
    let count = 0;
    const served = await serve(() => {
      count += 1;
      if (count < 9) enqueue('login', `new ${count}`);
    });
    expect(served.lastIndexOf('login campus')).toBeLessThan(6);
  });

  test('refuses requests of a network that fills three quarters of a purpose’s places, then all of the purpose, but not of others', async () => {
    const { enqueue, serve, refused } = openQueue(4);
    enqueue('login', 'first');
    for (let time = 0; time < 5; time += 1) enqueue('login', 'flood');
    enqueue('login', 'one');
    enqueue('login', 'two');
    enqueue('reset', 'flood');
    await settled();
    expect(refused).toEqual(['login flood', 'login flood', 'login two']);
    expect((await serve()).toSorted()).toEqual([
      ...['login first', 'login flood', 'login flood', 'login flood', 'login one', 'reset flood'],
    ]);
    enqueue('login', 'two');
    expect(await serve()).toContain('login two');
  });

  test('accepts new work after all previous work has failed', async () => {
    const queue = new FairQueue(2, 4);
    const place = { purpose: 'login', network: 'one' };
    const fail = () => queue.run(place, () => Promise.reject(new Error('failed')), Error);
    const results = await Promise.allSettled([fail(), fail(), fail(), fail()]);
    expect(results.map((result) => result.status === 'rejected' && result.reason.message)).toEqual(
      Array(4).fill('failed'),
    );
    expect(await queue.run(place, async () => 'done', Error)).toBe('done');
  });
});
