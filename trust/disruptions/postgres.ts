import { setTimeout as sleep } from 'node:timers/promises';
import type { startPostgres } from '#tools/test/start-postgres.ts';
import type { Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { requireQuickPages, visitPages } from '#trust/lib/visit-pages.ts';
import { type DisruptedPortal, type Disruption, disruptInPlaces, disruptPlace } from './disrupt.ts';

const recoveryLimitMs = 5000;
/** Waiting for a connection, and then for a reply that does not come (server/db/connect.ts). */
const replyLimitMs = 26_000;
const awayMs = 2000;
/** Longer than the portal waits for a reply, so that it gives up. */
const frozenMs = 40_000;
/** Logged for each request that the missing database fails. */
const expectedError = '"msg":"the database does not answer"';

type Postgres = Pick<ReturnType<typeof startPostgres>, 'halt' | 'start' | 'freeze'>;

/** Takes the database away from the portal while everybody works: stopped, crashed and frozen in turn. */
function takeAway(postgres: Postgres): Disruption {
  const kinds = ['fast', 'immediate', 'freeze'] as const;
  let outage = 0;
  return async (portal) => {
    const kind = kinds[outage % kinds.length] ?? 'fast';
    outage += 1;
    await sleep(portal.random.whole(200, 1500));
    let isAway = true;
    const watching = watch(portal, () => isAway);
    const leave = visitPages(portal.url, portal.report);
    if (kind === 'freeze') {
      const thaw = postgres.freeze();
      await sleep(frozenMs);
      thaw();
    } else {
      await postgres.halt(kind);
      await sleep(awayMs);
      await postgres.start();
    }
    isAway = false;
    await leave();
    await recover(portal);
    await watching;
    await sleep(portal.random.whole(200, 1000));
    portal.collectErrors((line) => line.includes(expectedError));
    const { journal, effectsBefore, report } = portal;
    for (const { kind, broken, askedAt = 0, repliedAt = 0 } of journal.effects.slice(
      effectsBefore,
    )) {
      if (broken) report.violate(`unexpected: ${kind} was cut: ${broken}`);
      report.largest('slowest reply, ms', repliedAt - askedAt);
    }
  };
}

/** Asks how the portal is as long as its database is away. */
async function watch({ url, report }: DisruptedPortal, isAway: () => boolean) {
  const asked: Promise<void>[] = [];
  while (isAway()) {
    const { status } = await fetch(`${url}/healthz`);
    if (status !== 200) report.violate(`unexpected: /healthz gave ${status}`);
    // The first may still have found the database.
    const ready = fetch(`${url}/readyz`);
    asked.push(ready.then(({ status }) => report.count(`/readyz gave ${status}`)));
    await sleep(250);
  }
  await Promise.all(asked);
}

/** Waits until the portal says that it is ready and a save that was asked for since then is acknowledged. */
async function recover({ url, journal, report }: DisruptedPortal) {
  const since = performance.now();
  const isServing = () =>
    journal.acknowledged.some(({ kind, askedAt = 0 }) => kind === 'marks' && askedAt > since);
  while (!(await fetch(`${url}/readyz`)).ok || !isServing()) {
    if (performance.now() - since > 60_000) throw new Error('The portal does not recover.');
    await sleep(50);
  }
  report.largest('worst recovery, ms', performance.now() - since);
}

/** PostgreSQL stopped, crashed and frozen in turn under the portal while everybody works. */
export const run: Run = async (options, report) => {
  await disruptInPlaces(options, report, (part) =>
    inNewPlace({ database: 'postgres', durable: true }, async (place, postgres) => {
      if (!postgres) throw new Error('There is no PostgreSQL.');
      await disruptPlace(place, part, report, takeAway(postgres));
    }),
  );
  report.requireBelow('milliseconds for a reply', report.of('slowest reply, ms'), replyLimitMs);
  requireQuickPages(report);
  report.requireBelow('milliseconds to recover', report.of('worst recovery, ms'), recoveryLimitMs);
  report.requireAtLeast({ 'told to come back': 1, '/readyz gave 503': 1 });
};
