import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished } from 'vitest';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { isAlive } from '#tools/test/run-command.ts';
import { type PortalProcess, startPortal } from '#trust/lib/processes/portal-process.ts';
import { buildRawRequest, RawConnection } from '#trust/lib/raw-http.ts';
import { wasKilled } from './workers.ts';

describe('wasKilled', () => {
  test.for([
    { code: null, signal: 'SIGKILL', expected: true },
    { code: 0, signal: null, expected: true },
    { code: 1, signal: null, expected: false },
    { code: null, signal: 'SIGABRT', expected: false },
    { code: null, signal: 'SIGSEGV', expected: false },
  ])('is $expected for exit code $code and signal $signal', ({ code, signal, expected }) => {
    expect(wasKilled(code, signal)).toBe(expected);
  });
});

const env = { PROCESSES: '2' };

async function startServing(portal: Portal) {
  const running = startPortal(await createEmptyDataLocation(portal, 'postgres'), { env });
  onTestFinished(async () => {
    await running.kill('SIGKILL');
  });
  return { running, ...(await running.ready) };
}

const workersOf = ({ pid }: PortalProcess) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

describe('a portal with several processes', () => {
  test('exits with an error if a process ends during startup', async ({ portal }) => {
    const code = `import cluster from 'node:cluster'; if (cluster.isWorker) process.exit(3);`;
    const preload = `data:text/javascript,${encodeURIComponent(code)}`;
    const running = startPortal(await createEmptyDataLocation(portal, 'postgres'), {
      env,
      preload,
    });
    await expect(running.ready).rejects.toThrow(
      /ended \(1\) before it replied: (.|\n)*A process ended with 3 before it served\./,
    );
  });

  test('replaces a killed process and stops all processes on SIGTERM', async ({ portal }) => {
    const { running, url } = await startServing(portal);
    const before = workersOf(running);
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await expect.poll(() => workersOf(running).toSorted(), { timeout: 20_000 }).not.toEqual(before);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => fetch(`${url}/readyz`)));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
    await expect.poll(() => workersOf(running).length, { timeout: 20_000 }).toBe(2);
    const workers = workersOf(running);
    expect(await running.kill('SIGTERM')).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
  });

  test('closes a connection that a process had not accepted when it was killed', async ({
    portal,
  }) => {
    const { running, url } = await startServing(portal);
    const [stopped = 0] = workersOf(running);
    process.kill(stopped, 'SIGSTOP');
    const request = buildRawRequest({ method: 'GET', path: '/healthz', body: Buffer.alloc(0) });
    const statuses: unknown[] = [];
    const requests = Array.from({ length: 6 }, async () => {
      statuses.push((await new RawConnection(url).exchange(request)).status);
    });
    // The stopped process has been sent one connection. The other process serves the rest.
    await expect.poll(() => statuses, { timeout: 10_000 }).toEqual([200, 200, 200, 200, 200]);
    process.kill(stopped, 'SIGKILL');
    await Promise.all(requests);
    expect(statuses.at(-1)).toBe('ECONNRESET');
  });

  test('replaces its processes on SIGUSR2 without downtime, and leaves no process running when it is killed', async ({
    portal,
  }) => {
    const { running, url } = await startServing(portal);
    const before = workersOf(running);
    process.kill(running.pid, 'SIGUSR2');
    const statuses = new Set<number>();
    const isReplaced = () => {
      const now = workersOf(running);
      return now.length === 2 && now.every((pid) => !before.includes(pid));
    };
    while (!isReplaced()) statuses.add((await fetch(`${url}/readyz`)).status);
    expect([...statuses]).toEqual([200]);
    const workers = workersOf(running);
    await running.kill('SIGKILL');
    await expect.poll(() => workers.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  });
});
