import { describe, expect, test } from 'vitest';
import { FairQueue, type Place } from './fair-queue.ts';

/** A queue in which one works and nobody is done before `serve` says so. */
function aQueue(mostWaiting: number) {
  const queue = new FairQueue(1, mostWaiting);
  const served: string[] = [];
  const refused: string[] = [];
  const running: (() => void)[] = [];
  const come = (purpose: string, network: string) => {
    const place: Place = { purpose, network };
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
  return { come, serve, served, refused };
}

/** Everything that follows from what is resolved by now. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a queue', () => {
  test('serves the networks of a purpose in turn, and those of one network in their order', async () => {
    const { come, serve } = aQueue(64);
    come('login', 'first');
    for (let time = 0; time < 4; time += 1) come('login', 'flood');
    come('login', 'one');
    come('login', 'two');
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

  test('serves purposes in turn, however many networks one of them comes from', async () => {
    const { come, serve } = aQueue(64);
    come('reset', 'first');
    for (const network of ['a', 'b', 'c', 'd']) come('reset', network);
    come('login', 'x');
    come('login', 'y');
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

  test('that is full refuses the last of its longest line, and lets in who comes from elsewhere', async () => {
    const { come, serve, refused } = aQueue(4);
    come('login', 'first');
    for (let time = 0; time < 6; time += 1) come('login', 'flood');
    await settled();
    expect(refused).toEqual(['login flood', 'login flood']);
    come('login', 'one');
    come('login', 'two');
    await settled();
    expect(refused).toEqual(Array(4).fill('login flood'));
    expect((await serve()).slice(1).toSorted()).toEqual([
      'login flood',
      'login flood',
      'login one',
      'login two',
    ]);
  });

  test('that is full of one purpose lets in another, also when ever new networks come', async () => {
    const { come, serve, refused, served } = aQueue(4);
    come('reset', 'first');
    for (let network = 0; network < 8; network += 1) come('reset', `${network}`);
    come('login', 'one');
    for (let network = 8; network < 20; network += 1) come('reset', `${network}`);
    await serve();
    expect(refused.filter((one) => one.startsWith('login'))).toEqual([]);
    expect(refused).toHaveLength(17);
    expect(served).toContain('login one');
    expect(served).toHaveLength(5);
  });

  test('is free again after everybody was served, also when work fails', async () => {
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
