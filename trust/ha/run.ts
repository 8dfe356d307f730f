import { findDesk } from '#contract/desk.ts';
import { openDatabase } from '#server/backup/places.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { startTestSmtpServer } from '#tools/test/mailbox.ts';
import { requestAndCheckEmails } from '#trust/lib/check-history.ts';
import { addGroup } from '#trust/lib/fixtures.ts';
import type { RunOptions, TrustToolRunner } from '#trust/lib/instrument.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { waitFor } from '#trust/lib/processes/programs.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { requireFastPages, startPageVisits } from '#trust/lib/visit-pages.ts';
import { injectFaultDuringWorkload, type WorkloadContext } from '#trust/lib/with-workload.ts';
import { WorkloadJournal } from '#trust/lib/workload.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { checkEmailDelivery } from '#trust/processes/check-delivery.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { isolatePrimary } from './isolate-primary.ts';
import { startNginx } from './nginx.ts';

const writesLimitMs = 30_000;
const recoveryTimeoutMs = 120_000;

type Fixture = WorkloadContext & { cluster: Cluster };

/** Returns the time in ms from `since` until a save of marks that was sent after `since` has succeeded. */
async function waitForWrites({ journal }: Fixture, since: number): Promise<number> {
  const find = () =>
    journal.acknowledged.find(({ kind, askedAt = 0 }) => kind === 'marks' && askedAt > since);
  await waitFor('marks are saved again', () => find() !== undefined, recoveryTimeoutMs);
  return (find()?.repliedAt ?? 0) - since;
}

async function waitForReads({ url, groups: [group] }: Fixture, since: number): Promise<number> {
  const read = () =>
    new ApiCaller(url, group?.student.token).request(findDesk).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor('a desk is read again', read, recoveryTimeoutMs);
  return performance.now() - since;
}

/** Injects a fault while the workload runs and visitors read public pages. Every page must load. */
const withVisitors = (fixture: Fixture, injectFault: (context: Fixture) => Promise<void>) =>
  injectFaultDuringWorkload(fixture, [], async (context) => {
    const stopVisitors = startPageVisits(context.url, context.report);
    await injectFault(context);
    await stopVisitors();
  });

const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function waitForService(
  context: Fixture,
  faultName: string,
  progress: RunOptions['progress'],
) {
  const since = performance.now();
  const [writesMs, readsMs] = await Promise.all([
    waitForWrites(context, since),
    waitForReads(context, since),
  ]);
  context.report.recordMax('longest until marks are saved again, ms', writesMs);
  context.report.recordMax('longest until a desk is read again, ms', readsMs);
  progress?.(
    `${faultName}: writes after ${formatSeconds(writesMs)}, reads after ${formatSeconds(readsMs)}`,
  );
}

/** Kills all processes of the primary's node in even rounds, but only its PostgreSQL server in odd rounds. */
async function runKill(fixture: Fixture, round: number, progress: RunOptions['progress']) {
  const { cluster, report } = fixture;
  await withVisitors(fixture, async (context) => {
    const primary = await cluster.findPrimary();
    if (!primary) throw new Error('There is no primary.');
    const isMachine = round % 2 === 0;
    if (isMachine) cluster.kill(primary);
    else cluster.killPostgres(primary);
    await waitForService(context, isMachine ? 'machine' : 'server', progress);
    report.count('kills');
    // Restart a killed node. If only PostgreSQL was killed, Patroni restarts it.
    if (isMachine) cluster.start(primary);
    await cluster.waitUntilHealthy();
  });
}

async function runFaults(fixture: Fixture, { size, progress }: RunOptions) {
  for (let round = 0; round < size; round += 1) await runKill(fixture, round, progress);
  await withVisitors(fixture, async (context) => {
    await isolatePrimary(context, () => waitForService(context, 'split', progress));
  });
  const { url, db, groups, journal, report } = fixture;
  for (const { kind, networkError } of journal.effects)
    if (networkError) report.addViolations(`cut: ${kind}: ${networkError}`);
  report.addViolations(...(await requestAndCheckEmails(groups, { db, url }, journal.effects)));
}

/** Runs two portals behind nginx on a PostgreSQL cluster whose primary is killed repeatedly and then isolated. */
export const run: TrustToolRunner = async (options, report) => {
  const cluster = await startCluster();
  const mailbox = await startTestSmtpServer();
  try {
    await cluster.waitUntilHealthy();
    await withWorkspace({}, async ({ dataDir }) => {
      const workspace = { dataDir, databaseUrl: cluster.url };
      const env = { LOG_LEVEL: 'fatal', SMTP_URL: mailbox.url };
      const start = () => startPortal(workspace, { env });
      const first = start();
      const firstReady = await first.ready;
      const second = start();
      const db = openDatabase(workspace);
      try {
        const nginx = await startNginx([firstReady.url, (await second.ready).url]);
        const { url } = nginx;
        const groups = [await addGroup(db, url), await addGroup(db, url)];
        const [journal, random] = [new WorkloadJournal(), new SeededRandom(options.seed)];
        const fixture = { cluster, db, workspace, url, groups, journal, random, report };
        await runFaults(fixture, options);
        await checkEmailDelivery(db, mailbox.emails, report);
        await nginx.stop();
      } finally {
        await Promise.all([first.kill('SIGKILL'), second.kill('SIGKILL')]);
        await db.destroy();
      }
    });
  } finally {
    await cluster.stop();
    await mailbox.close();
  }
  const slowestMs = report.getFigure('longest until marks are saved again, ms');
  report.requireBelow('milliseconds until marks are saved again', slowestMs, writesLimitMs);
  requireFastPages(report);
  report.requireAtLeast({ kills: 1, acknowledged: 100, 'writes on the isolated primary': 3 });
};
