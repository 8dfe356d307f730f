import { setTimeout as sleep } from 'node:timers/promises';
import { findHome } from '#contract/settings/content.ts';
import type { startPostgres } from '#tools/test/start-postgres.ts';
import type { TrustToolRunner } from '#trust/lib/instrument.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { type DisruptedPortal, type Disruption, disruptWorkspace } from './disrupt.ts';

const recoveryLimitMs = 5000;
/** Time limit for a reply: the sum of the portal's connection timeout and query timeout (server/db/connect.ts). */
const replyLimitMs = 26_000;
const outageMs = 2000;
/** Duration of a freeze of PostgreSQL. It must be longer than the portal's query timeout. */
const frozenMs = 40_000;
/** Time limit for a public page. A page that takes longer must have waited for the database. */
const pageLimitMs = 3000;
const pages = ['/', '/developers', '/login', '/signup', findHome.path, '/healthz'];
const expectedError = '"msg":"the database does not answer"';

function interruptDatabase(postgres: ReturnType<typeof startPostgres>): Disruption {
  const kinds = ['fast', 'immediate', 'freeze'] as const;
  let outage = 0;
  return async (portal) => {
    const kind = kinds[outage % kinds.length] ?? 'fast';
    outage += 1;
    await sleep(portal.random.whole(200, 1500));
    let isInterrupted = true;
    const visits = visitPages(portal, () => isInterrupted);
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
    await visits;
    await waitForRecovery(portal);
    await sleep(portal.random.whole(200, 1000));
    portal.collectErrors((line) => line.includes(expectedError));
    const { journal, effectsBefore, report } = portal;
    for (const { kind, networkError, askedAt, repliedAt = 0 } of journal.effects.slice(
      effectsBefore,
    )) {
      if (networkError) report.addViolations(`unexpected: ${kind} was cut: ${networkError}`);
      report.recordMax('slowest reply, ms', repliedAt - askedAt);
    }
  };
}

/** Requests the public pages in turn, and checks that they are served without the database. */
async function visitPages({ url, report }: DisruptedPortal, isInterrupted: () => boolean) {
  const readinessChecks: Promise<void>[] = [];
  while (isInterrupted()) {
    // Count each status, but do not require an error: the first check may reach PostgreSQL before the outage.
    const ready = fetch(`${url}/readyz`);
    readinessChecks.push(ready.then(({ status }) => report.count(`/readyz gave ${status}`)));
    for (const path of pages) {
      const began = performance.now();
      const reply = await fetch(url + path);
      const text = await reply.text();
      report.recordMax('slowest public page, ms', performance.now() - began);
      if (reply.headers.has('age')) report.count('public pages from the cache');
      if (!reply.ok || !text) report.addViolations(`unread: ${path} gave ${reply.status}`);
    }
    await sleep(100);
  }
  await Promise.all(readinessChecks);
}

/** Waits until the portal is ready and has acknowledged a save that was requested after the outage. */
async function waitForRecovery({ url, journal, report }: DisruptedPortal) {
  const since = performance.now();
  const isServing = () =>
    journal.acknowledged.some(({ kind, askedAt }) => kind === 'marks' && askedAt > since);
  while (!(await fetch(`${url}/readyz`)).ok || !isServing()) {
    if (performance.now() - since > 60_000) throw new Error('The portal does not recover.');
    await sleep(50);
  }
  report.recordMax('worst recovery, ms', performance.now() - since);
}

/** Stops, crashes and freezes PostgreSQL in turn under load. */
export const run: TrustToolRunner = async (options, report) => {
  await withWorkspace({ database: 'postgres', durable: true }, async (workspace, postgres) => {
    if (!postgres) throw new Error('There is no PostgreSQL.');
    await disruptWorkspace(workspace, options, report, interruptDatabase(postgres));
  });
  const limits = {
    'slowest reply, ms': replyLimitMs,
    'slowest public page, ms': pageLimitMs,
    'worst recovery, ms': recoveryLimitMs,
  };
  for (const [figure, limit] of Object.entries(limits))
    report.requireBelow(figure, report.getFigure(figure), limit);
  report.requireAtLeast({
    'unavailable replies': 1,
    '/readyz gave 503': 1,
    'public pages from the cache': 10,
  });
};
