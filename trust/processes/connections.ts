import { setTimeout as sleep } from 'node:timers/promises';
import type { RunReport, TrustToolRunner } from '#trust/lib/instrument.ts';
import { isMachineBusy } from '#trust/lib/machine-load.ts';
import { type PortalProcess, startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { buildRawRequest, RawConnection } from '#trust/lib/raw-http.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';

const processCount = 4;
const clientCount = 20;
/** Pause of a client after each connection. Without one, the clients would need the CPU that a new process needs. */
const pauseMs = 15;
/** Time within which all processes must serve again after a kill, in milliseconds. */
const recoveryLimitMs = 5000;
const giveUpMs = 60_000;
const metricsToken = 'token-for-the-metrics-of-this-run';

const health = buildRawRequest({ method: 'GET', path: '/healthz', body: Buffer.alloc(0) });
const metrics = buildRawRequest({
  method: 'GET',
  path: '/metrics',
  body: Buffer.alloc(0),
  token: metricsToken,
});

type Fixture = { url: string; portal: PortalProcess; random: SeededRandom; report: RunReport };

/** Sends a request on a new connection, which must be answered or closed. */
async function exchange({ url, report }: Fixture, request: Buffer) {
  const connection = new RawConnection(url);
  const reply = await connection.exchange(request);
  connection.close();
  if (reply.status === 'silent') report.addViolations('hung: a connection was not answered');
  return reply;
}

async function openConnections(fixture: Fixture, total: number): Promise<void> {
  const { report } = fixture;
  while (report.getFigure('connections opened') < total) {
    report.count('connections opened');
    const { status, ms } = await exchange(fixture, health);
    if (status !== 200) report.count('connections closed');
    report.recordMax('longest reply, ms', ms);
    await sleep(pauseMs);
  }
}

/** Waits until the given number of processes, none of them `killed`, have replied. Returns their ids. */
async function waitUntilServing(fixture: Fixture, killed?: number): Promise<number[]> {
  const serving = new Set<number>();
  const began = performance.now();
  while (serving.size < processCount) {
    const { body } = await exchange(fixture, metrics);
    const pid = Number(/process="(\d+)"/.exec(body.toString())?.[1] ?? killed);
    if (pid !== killed) serving.add(pid);
    if (performance.now() - began > giveUpMs) throw new Error('The processes do not serve again.');
  }
  return [...serving];
}

async function killProcesses(fixture: Fixture, isOver: () => boolean): Promise<void> {
  const { random, report } = fixture;
  let serving = await waitUntilServing(fixture);
  while (!isOver()) {
    await sleep(random.whole(100, 1000));
    const killed = random.pick(serving);
    process.kill(killed, 'SIGKILL');
    const began = performance.now();
    serving = await waitUntilServing(fixture, killed);
    const ms = performance.now() - began;
    report.count('kills');
    report.recordMax('longest recovery, ms', ms);
  }
}

async function judgeRecovery(report: RunReport): Promise<void> {
  const ms = report.getFigure('longest recovery, ms');
  if (ms >= recoveryLimitMs && (await isMachineBusy())) {
    report.shortfalls.push(
      `the machine was busy with other work while a recovery took ${ms} ms, measure again on an idle one`,
    );
    return;
  }
  report.requireBelow('milliseconds until all processes serve again', ms, recoveryLimitMs);
}

/** Opens connections while processes are killed: none may hang, and all processes must soon serve again. */
export const run: TrustToolRunner = async ({ size, seed, progress }, report) => {
  await withWorkspace({ database: 'postgres' }, async (workspace) => {
    const env = { PROCESSES: String(processCount), METRICS_TOKEN: metricsToken };
    const portal = startPortal(workspace, { env });
    try {
      const { url } = await portal.ready;
      const fixture = { url, portal, random: new SeededRandom(seed), report };
      let isOver = false;
      const killing = killProcesses(fixture, () => isOver);
      const timer = setInterval(
        () => progress?.(`${report.getFigure('connections opened')} connections`),
        10_000,
      );
      const clients = Array.from({ length: clientCount }, () => openConnections(fixture, size));
      await Promise.all(clients).finally(() => {
        isOver = true;
        clearInterval(timer);
      });
      await killing;
      const unexpected = portal.errors.filter((line) => !line.includes('was ended by SIGKILL'));
      report.addViolations(...unexpected.map((line) => `unexpected: ${line}`));
    } finally {
      await portal.kill('SIGKILL');
    }
  });
  report.requireAtLeast({ 'connections opened': size, kills: 1 });
  await judgeRecovery(report);
};
