import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { defaultWorkLimits } from './limits.ts';
import { WorkQueue } from './work-queue.ts';

const limits = {
  ...defaultWorkLimits,
  running: 2,
  startedPerAccount: 2,
  waitingPerAccount: 4,
  waiting: 10,
};
const { signal } = new AbortController();

/** Returns a queue that records the accounts of granted turns. */
function openQueue(changes: Partial<typeof limits> = {}) {
  const queue = new WorkQueue({ ...limits, ...changes });
  const granted: string[] = [];
  const refused: string[] = [];
  const start = async (account: string, stop = signal) => {
    try {
      await queue.start(account, stop);
      granted.push(account);
    } catch (error) {
      refused.push(`${account} ${(error as Problem).code}`);
    }
  };
  const resume = async (account: string) => {
    await queue.resume(account, signal);
    granted.push(account);
  };
  const finish = (account: string) => {
    queue.pause(account);
    queue.end(account);
  };
  return { queue, granted, refused, start, resume, finish };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the work queue', () => {
  it('runs one job of an account at a time and alternates between accounts', async () => {
    const { queue, granted, start, finish } = openQueue();
    for (const account of ['a', 'a', 'a', 'b', 'c', 'b']) void start(account);
    await settle();
    expect(granted).toEqual(['a', 'b']);
    for (const account of ['a', 'b', 'c', 'a', 'b', 'a']) {
      finish(account);
      await settle();
    }
    expect(granted).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
    expect([queue.running, queue.waiting, queue.started]).toEqual([0, 0, 0]);
  });

  it('starts a job of a new account within one round while other accounts continue all their jobs', async () => {
    const accounts = 8;
    const { queue, granted, start, resume } = openQueue();
    const greedy = Array.from({ length: accounts }, (_, index) => `greedy ${index}`);
    // Start the maximum number of jobs of each account, whose clients do not read yet.
    for (const account of greedy)
      for (let job = 0; job < limits.startedPerAccount; job += 1) {
        void start(account);
        await settle();
        queue.pause(account);
      }
    // From now on all clients read, so that each paused job continues.
    for (const account of greedy)
      for (let job = 0; job < limits.startedPerAccount; job += 1) void resume(account);
    await settle();
    void start('new');
    granted.length = 0;
    const running = greedy.slice(0, limits.running);
    for (let turn = 0; turn < accounts && !granted.includes('new'); turn += 1) {
      const account = running.shift() ?? '';
      queue.pause(account);
      void resume(account);
      await settle();
      running.push(...granted.slice(turn));
    }
    expect(granted).toContain('new');
  });

  it('refuses an account with too many waiting jobs, and others only if the whole queue is full', async () => {
    const { queue, refused, start } = openQueue({ running: 1 });
    for (let job = 0; job < 6; job += 1) void start('a');
    await settle();
    expect(refused).toEqual(['a too-often']);
    for (const account of ['b', 'b', 'b', 'c', 'c', 'd', 'e']) void start(account);
    await settle();
    // The newest job of the account with the most waiting jobs makes way.
    expect(refused).toEqual(['a too-often', 'a unavailable']);
    expect(queue.waiting).toBe(limits.waiting);
  });

  it('lets other jobs run while a job waits for its client, and continues it before the account’s next job', async () => {
    const { granted, start, resume, queue, finish } = openQueue({ running: 1 });
    void start('a');
    void start('a');
    void start('b');
    await settle();
    queue.pause('a');
    void resume('a');
    await settle();
    expect(granted).toEqual(['a', 'b']);
    finish('b');
    await settle();
    expect(granted).toEqual(['a', 'b', 'a']);
    finish('a');
    await settle();
    expect(granted).toEqual(['a', 'b', 'a', 'a']);
  });

  it('starts no further job of an account whose clients read slowly', async () => {
    const { granted, start, queue } = openQueue();
    for (let job = 0; job < 3; job += 1) {
      void start('a');
      await settle();
      queue.pause('a');
    }
    void start('b');
    await settle();
    expect(granted).toEqual(['a', 'a', 'b']);
    queue.end('a');
    await settle();
    expect(granted).toEqual(['a', 'a', 'b', 'a']);
  });

  it.each([
    { started: limits.startedPerAccount, code: 'too-often' },
    { started: limits.startedPerAccount - 1, code: 'unavailable' },
  ])(
    'refuses a waiting job with $code if its account has $started started jobs',
    async ({ started, code }) => {
      const { queue, refused, start } = openQueue({ running: 1, waiting: 1 });
      for (let job = 0; job < started; job += 1) {
        void start('a');
        await settle();
        queue.pause('a');
      }
      void start('b');
      for (let job = 0; job < 2; job += 1) void start('a');
      await settle();
      expect(refused).toEqual([`a ${code}`]);
      expect(queue.createRefusal('a').code).toBe(code);
      expect(queue.createRefusal('c').code).toBe('unavailable');
    },
  );

  it('refuses waiting and new jobs after it was closed, and continues started ones', async () => {
    const { queue, granted, refused, start, resume, finish } = openQueue({ running: 1 });
    for (const account of ['a', 'a', 'b', 'c']) void start(account);
    await settle();
    queue.close(new Problem('unavailable', 'Closed.'));
    await settle();
    expect(refused).toEqual(['a unavailable', 'b unavailable', 'c unavailable']);
    void start('d');
    queue.pause('a');
    void resume('a');
    await settle();
    expect(refused.at(-1)).toBe('d unavailable');
    finish('a');
    expect(granted).toEqual(['a', 'a']);
    expect([queue.running, queue.waiting, queue.started]).toEqual([0, 0, 0]);
  });

  it('never exceeds a limit, and is empty after all jobs have ended or were cancelled', async () => {
    const action = fc.tuple(fc.constantFrom('start', 'turn', 'end', 'cancel'), fc.nat(4), fc.nat());
    const property = fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
      const queue = new WorkQueue(limits);
      const running: string[] = [];
      let waiting: { client: AbortController }[] = [];
      const begin = async (account: string) => {
        const job = { client: new AbortController() };
        waiting.push(job);
        const isStarted = await queue.start(account, job.client.signal).then(
          () => true,
          () => false,
        );
        waiting = waiting.filter((other) => other !== job);
        if (isStarted) running.push(account);
      };
      const endTurn = (index: number, isEnd: boolean) => {
        const [account] = running.splice(index % Math.max(running.length, 1), 1);
        if (account === undefined) return;
        queue.pause(account);
        if (isEnd) queue.end(account);
        else void queue.resume(account, signal).then(() => running.push(account));
      };
      for (const [kind, account, index] of actions) {
        if (kind === 'start') void begin(`account ${account}`);
        else if (kind === 'cancel')
          waiting[index % waiting.length]?.client.abort(new Error('disconnected'));
        else endTurn(index, kind === 'end');
        await settle();
        expect(running.length).toBe(queue.running);
        expect(running.length).toBeLessThanOrEqual(limits.running);
        expect(new Set(running).size).toBe(running.length);
        expect(queue.waiting).toBeLessThanOrEqual(limits.waiting);
        expect(queue.started).toBeLessThanOrEqual(5 * limits.startedPerAccount);
      }
      for (const { client } of [...waiting]) client.abort(new Error('disconnected'));
      await settle();
      while (running.length > 0) {
        endTurn(0, true);
        await settle();
      }
      expect([queue.running, queue.waiting, queue.started]).toEqual([0, 0, 0]);
    });
    await fc.assert(property);
  });
});
