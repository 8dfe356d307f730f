import { setTimeout as sleep } from 'node:timers/promises';
import { getFilesFolder, openDatabase } from '#server/backup/places.ts';
import { startTestSmtpServer } from '#tools/test/mailbox.ts';
import { findStorageViolations, requestAndCheckEmails } from '#trust/lib/check-history.ts';
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
import { type Fault, faults } from './faults.ts';
import type { ClusterNode } from './network.ts';
import { findUnsafePatroniVersion, firstSafePatroni } from './node.ts';
import { runSql } from './psql.ts';

/** Time limit for a failover. It is longer than `ttl`, because the standby that remains may have to be rewound. */
const writesLimitMs = 90_000;
const recoveryTimeoutMs = 120_000;
/** Ways in which a portal reaches the primary. Each is used by one portal and one group. */
const routes = ['several hosts', 'HAProxy', 'pgbouncer'] as const;

type Fixture = WorkloadContext & { cluster: Cluster };

/** For each group, returns the time in ms from `since` until a save of marks sent after `since` has succeeded. */
function waitForWrites({ journal, groups }: Fixture, since: number): Promise<number[]> {
  return Promise.all(
    groups.map(async ({ groupId }) => {
      const find = () =>
        journal.acknowledged.find(
          (effect) =>
            effect.kind === 'marks' && effect.groupId === groupId && (effect.askedAt ?? 0) > since,
        );
      await waitFor('marks are saved again', () => find() !== undefined, recoveryTimeoutMs);
      return (find()?.repliedAt ?? 0) - since;
    }),
  );
}

/** Keeps writing directly on a former primary. Every write that it acknowledges is a violation (split brain). */
function startWritesOn(node: ClusterNode, fault: Fault, { report }: Fixture) {
  let isOver = false;
  const writing = (async () => {
    for (let number = 1; !isOver; number += 1) {
      report.count('writes on a former primary');
      if (await runSql(node, `insert into split_writes values ('${fault.name}', ${number});`))
        report.addViolations(`two primaries: ${fault.name}: ${number} was acknowledged`);
      await sleep(200);
    }
  })();
  return async () => {
    isOver = true;
    await writing;
  };
}

async function injectFault(context: Fixture, fault: Fault, progress: RunOptions['progress']) {
  const { cluster, report } = context;
  const primary = await cluster.findPrimary();
  if (!primary) throw new Error('There is no primary.');
  const since = performance.now();
  await fault.inject(primary);
  const stopWrites = fault.revivesPrimary ? startWritesOn(primary, fault, context) : async () => {};
  const times = await waitForWrites(context, since);
  const isReplaced = (await cluster.findPrimary()) !== primary;
  if (fault.replacesPrimary && !isReplaced)
    report.addViolations(`${fault.name}: the primary was not replaced`);
  fault.undo?.(primary, cluster);
  await cluster.waitUntilHealthy();
  await stopWrites();
  const parts = routes.map((route, index) => `${route} ${formatSeconds(times[index])}`);
  progress?.(`${fault.name}${isReplaced ? '' : ' (no failover)'}: ${parts.join(', ')}`);
  report.recordMax('longest until marks are saved again, ms', Math.max(...times));
  report.count('faults');
}

const formatSeconds = (ms = 0) => `${(ms / 1000).toFixed(1)} s`;

/** Injects the faults in turn while the workload runs and visitors read public pages. Every page must load. */
async function runFaults(fixture: Fixture, { size, progress }: RunOptions) {
  const { url, db, groups, journal, report, workspace } = fixture;
  const began = new Date();
  const unsafeVersion = findUnsafePatroniVersion();
  if (unsafeVersion)
    report.shortfalls.push(
      `Patroni ${unsafeVersion} loses writes if a former primary comes back, which was not tried: at least ${firstSafePatroni} required`,
    );
  const usableFaults = faults.filter(({ revivesPrimary }) => !(revivesPrimary && unsafeVersion));
  for (let round = 0; round < size; round += 1) {
    const fault = usableFaults[round % usableFaults.length];
    if (!fault) continue;
    const before = report.violations.length;
    await injectFaultDuringWorkload(fixture, [], async (context) => {
      const stopVisitors = startPageVisits(context.url, report);
      await injectFault(context, fault, progress);
      await stopVisitors();
    });
    const lost = report.violations.slice(before).filter((line) => line.startsWith('lost: '));
    if (lost.length > 0) progress?.(`${fault.name}: ${lost.length} acknowledged writes are lost`);
  }
  for (const { kind, networkError } of journal.effects)
    if (networkError) report.addViolations(`cut: ${kind}: ${networkError}`);
  // Check all writes again: a later failover must not lose the writes of an earlier round.
  const access = { db, filesFolder: getFilesFolder(workspace), url };
  const violations = await findStorageViolations(access, journal.effects, began);
  report.addViolations(...violations.filter((line) => !report.violations.includes(line)));
  report.addViolations(...(await requestAndCheckEmails(groups, { db, url }, journal.effects)));
}

/** Runs one portal for each way of reaching the primary of the documented cluster, and injects faults in the primary. */
export const run: TrustToolRunner = async (options, report) => {
  const cluster = await startCluster();
  const mailbox = await startTestSmtpServer();
  try {
    await cluster.waitUntilHealthy();
    await cluster.setUp();
    await withWorkspace({}, async ({ dataDir }) => {
      const env = { LOG_LEVEL: 'fatal', SMTP_URL: mailbox.url };
      const { hostsUrl, haproxyUrl, poolerUrl } = cluster;
      const start = (databaseUrl: string, pooler?: object) =>
        startPortal({ dataDir, databaseUrl }, { env: { ...env, ...pooler } });
      // The first portal migrates the database. The others wait for it.
      const portals = [start(hostsUrl)];
      await portals[0]?.ready;
      portals.push(start(haproxyUrl), start(haproxyUrl, { DATABASE_POOLER_URL: poolerUrl }));
      const workspace = { dataDir, databaseUrl: haproxyUrl };
      const db = openDatabase(workspace);
      try {
        const urls = (await Promise.all(portals.map(({ ready }) => ready))).map(({ url }) => url);
        const [url = ''] = urls;
        const groups = await Promise.all(urls.map((portalUrl) => addGroup(db, portalUrl)));
        const [journal, random] = [new WorkloadJournal(), new SeededRandom(options.seed)];
        const fixture = { cluster, db, workspace, url, urls, groups, journal, random, report };
        await runFaults(fixture, options);
        await checkEmailDelivery(db, mailbox.emails, report);
      } finally {
        await Promise.all(portals.map((portal) => portal.kill('SIGKILL')));
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
  report.requireAtLeast({ faults: 1, acknowledged: 100 });
};
