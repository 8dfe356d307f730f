import { setTimeout as sleep } from 'node:timers/promises';
import type { startPostgres } from '#tools/test/start-postgres.ts';
import type { TrustToolRunner } from '#trust/lib/instrument.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import {
  type DisruptedPortal,
  type Disruption,
  disruptInWorkspaces,
  disruptWorkspace,
} from './disrupt.ts';
import { requireFastPages, startPageVisits } from './visit-pages.ts';

const recoveryLimitMs = 5000;
/** Time limit for a reply: the sum of the portal's connection timeout and query timeout (server/db/connect.ts). */
const replyLimitMs = 26_000;
const outageMs = 2000;
/** Duration of a freeze of PostgreSQL. It must be longer than the portal's query timeout. */
const frozenMs = 40_000;
const expectedError = '"msg":"the database does not answer"';

type Postgres = Pick<ReturnType<typeof startPostgres>, 'halt' | 'start' | 'freeze'>;

function interruptDatabase(postgres: Postgres): Disruption {
  const kinds = ['fast', 'immediate', 'freeze'] as const;
  let outage = 0;
  return async (portal) => {
    const kind = kinds[outage % kinds.length] ?? 'fast';
    outage += 1;
    await sleep(portal.random.whole(200, 1500));
    let isInterrupted = true;
    const healthChecks = checkHealth(portal, () => isInterrupted);
    const stopVisitors = startPageVisits(portal.url, portal.report);
    if (kind === 'freeze') {
      const resume = postgres.freeze();
      await sleep(frozenMs);
      resume();
    } else {
      await postgres.halt(kind);
      await sleep(outageMs);
      await postgres.start();
    }
    isInterrupted = false;
    await stopVisitors();
    await waitForRecovery(portal);
    await healthChecks;
    await sleep(portal.random.whole(200, 1000));
    portal.collectErrors((line) => line.includes(expectedError));
    const { journal, effectsBefore, report } = portal;
    for (const { kind, networkError, askedAt = 0, repliedAt = 0 } of journal.effects.slice(
      effectsBefore,
    )) {
      if (networkError) report.addViolations(`unexpected: ${kind} was cut: ${networkError}`);
      report.recordMax('slowest reply, ms', repliedAt - askedAt);
    }
  };
}

async function checkHealth({ url, report }: DisruptedPortal, isInterrupted: () => boolean) {
  const readinessChecks: Promise<void>[] = [];
  while (isInterrupted()) {
    const { status } = await fetch(`${url}/healthz`);
    if (status !== 200) report.addViolations(`unexpected: /healthz gave ${status}`);
    // Count each status, but do not require an error: the first check may reach PostgreSQL before the outage.
    const ready = fetch(`${url}/readyz`);
    readinessChecks.push(ready.then(({ status }) => report.count(`/readyz gave ${status}`)));
    await sleep(250);
  }
  await Promise.all(readinessChecks);
}

/** Waits until the portal is ready and has acknowledged a save that was requested after the outage. */
async function waitForRecovery({ url, journal, report }: DisruptedPortal) {
  const since = performance.now();
  const isServing = () =>
    journal.acknowledged.some(({ kind, askedAt = 0 }) => kind === 'marks' && askedAt > since);
  while (!(await fetch(`${url}/readyz`)).ok || !isServing()) {
    if (performance.now() - since > 60_000) throw new Error('The portal does not recover.');
    await sleep(50);
  }
  report.recordMax('worst recovery, ms', performance.now() - since);
}

/** Stops, crashes and freezes PostgreSQL in turn under load. */
export const run: TrustToolRunner = async (options, report) => {
  await disruptInWorkspaces(options, report, (partOptions) =>
    withWorkspace({ database: 'postgres', durable: true }, async (workspace, postgres) => {
      if (!postgres) throw new Error('There is no PostgreSQL.');
      await disruptWorkspace(workspace, partOptions, report, interruptDatabase(postgres));
    }),
  );
  report.requireBelow(
    'milliseconds for a reply',
    report.getFigure('slowest reply, ms'),
    replyLimitMs,
  );
  requireFastPages(report);
  report.requireBelow(
    'milliseconds to recover',
    report.getFigure('worst recovery, ms'),
    recoveryLimitMs,
  );
  report.requireAtLeast({ 'unavailable replies': 1, '/readyz gave 503': 1 });
};
