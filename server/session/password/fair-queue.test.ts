import { describe, expect, test } from 'vitest';
import { FairQueue, type FairQueueKey } from './fair-queue.ts';

/** Returns a queue that runs one task at a time. Tasks keep running until `serve` ends them. */
function openQueue(mostWaiting: number) {
  const queue = new FairQueue(1, mostWaiting);
  const served: string[] = [];
  const refused: string[] = [];
  const running: (() => void)[] = [];
  const enqueue = (purpose: string, network: string) => {
    const place: FairQueueKey = { purpose, network };
    const work = () => {
      served.push(`${purpose} ${network}`);
      return new Promise<void>((resolve) => running.push(resolve));
    };
    queue
      .run(place, work, () => new Error('full'))
      .catch(() => refused.push(`${purpose} ${network}`));
  };
  const serve = async () => {
    while (running.length > 0) {
      running.shift()?.();
      await settled();
    }
    return served;
  };
  return { enqueue, serve, served, refused };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('FairQueue', () => {
  test('alternates between the networks that send requests for one purpose, and serves each network’s requests in order', async () => {
    const { enqueue, serve } = openQueue(64);
    enqueue('login', 'first');
    for (let time = 0; time < 4; time += 1) enqueue('login', 'flood');
    enqueue('login', 'one');
    enqueue('login', 'two');
    expect(await serve()).toEqual([
      'login first',
      'login flood',
      'login one',
      'login two',
      'login flood',
      'login flood',
      'login flood',
    ]);
  });

  test('serves its purposes (such as login and signup) in turn, regardless of how many networks wait for each', async () => {
    const { enqueue, serve } = openQueue(64);
    enqueue('reset', 'first');
    for (const network of ['a', 'b', 'c', 'd']) enqueue('reset', network);
    enqueue('login', 'x');
    enqueue('login', 'y');
    expect(await serve()).toEqual([
      'reset first',
      'reset a',
      'login x',
      'reset b',
      'login y',
      'reset c',
      'reset d',
    ]);
  });

  test('rejects the newest request of the network with the most waiting requests when the queue is full, and still accepts requests from other networks', async () => {
    const { enqueue, serve, refused } = openQueue(4);
    enqueue('login', 'first');
    for (let time = 0; time < 6; time += 1) enqueue('login', 'flood');
    await settled();
    expect(refused).toEqual(['login flood', 'login flood']);
    enqueue('login', 'one');
    enqueue('login', 'two');
    await settled();
    expect(refused).toEqual(Array(4).fill('login flood'));
    expect((await serve()).slice(1).toSorted()).toEqual([
      'login flood',
      'login flood',
      'login one',
      'login two',
    ]);
  });

  test('accepts a request for one purpose even if many networks fill the queue with requests for another purpose', async () => {
    const { enqueue, serve, refused, served } = openQueue(4);
    enqueue('reset', 'first');
    for (let network = 0; network < 8; network += 1) enqueue('reset', `${network}`);
    enqueue('login', 'one');
    for (let network = 8; network < 20; network += 1) enqueue('reset', `${network}`);
    await serve();
    expect(refused.filter((entry) => entry.startsWith('login'))).toEqual([]);
    expect(refused).toHaveLength(17);
    expect(served).toContain('login one');
    expect(served).toHaveLength(5);
  });

  test('accepts new work after all previous work has failed', async () => {
    const queue = new FairQueue(2, 4);
    const place = { purpose: 'login', network: 'one' };
    const fail = () =>
      queue.run(
        place,
        async () => {
          throw new Error('failed');
        },
        Error,
      );
    const results = await Promise.allSettled([fail(), fail(), fail(), fail()]);
    expect(results.map((result) => result.status === 'rejected' && result.reason.message)).toEqual(
      Array(4).fill('failed'),
    );
    expect(await queue.run(place, async () => 'done', Error)).toBe('done');
  });
});
