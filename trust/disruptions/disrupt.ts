import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type DataLocation, getFilesFolder, withDatabase } from '#server/backup/places.ts';
import {
  checkOutbox,
  findStorageViolations,
  readFrom,
  requestAndCheckEmails,
} from '#trust/lib/check-history.ts';
import { addAccount, addGroup, type Group } from '#trust/lib/fixtures.ts';
import type { RunOptions, RunReport } from '#trust/lib/instrument.ts';
import { type PortalProcess, startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import {
  runWorkload,
  type WorkloadEffectKind,
  WorkloadJournal,
  workloadEffectKinds,
} from '#trust/lib/workload.ts';

/** Disrupts a portal under load. The portal must be handling requests again when the promise resolves. */
export type Disruption = (portal: DisruptedPortal) => Promise<void>;

const recoveryLimitMs = 60_000;

/** A portal process under load that is restarted repeatedly on the same data. */
export class DisruptedPortal {
  readonly workspace: DataLocation;
  readonly report: RunReport;
  readonly random: SeededRandom;
  readonly journal = new WorkloadJournal();
  process: PortalProcess;
  url = '';
  working: Promise<void> = Promise.resolve();
  hasFailedToRestart = false;
  /** Number of writes in the journal before the current round. */
  effectsBefore = 0;
  #starts = 0;

  constructor(workspace: DataLocation, report: RunReport, seed: number) {
    this.workspace = workspace;
    this.report = report;
    this.random = new SeededRandom(seed);
    this.process = this.launch();
  }

  launch(): PortalProcess {
    this.#starts += 1;
    // The name identifies the connections of this process to PostgreSQL.
    this.process = startPortal(this.workspace, { env: { PGAPPNAME: `portal-${this.#starts}` } });
    return this.process;
  }

  /** Waits until the portal is ready and the database connections of the previous process are closed. */
  async serve(): Promise<void> {
    try {
      const { url, afterMs } = await this.process.ready;
      this.url = url;
      this.report.recordMax('longest recovery, ms', afterMs);
      await this.#endOfPrevious();
    } catch (error) {
      this.hasFailedToRestart = true;
      this.report.addViolations(`lost: the portal does not restart: ${error}`);
    }
  }

  /** Adds rejected requests and logged errors since the last call to the report, unless `isExpected` accepts them. */
  collectErrors(isExpected: (line: string) => boolean = () => false): void {
    const lines = [...this.process.errors.splice(0), ...this.journal.refusals.splice(0)];
    const unexpected = lines.filter((line) => !isExpected(line));
    this.report.addViolations(...unexpected.map((line) => `unexpected: ${line}`));
  }

  /** Waits until the previous portal process has no PostgreSQL connection, and so no running transaction. */
  async #endOfPrevious() {
    if (!this.workspace.databaseUrl) return;
    const client = new pg.Client({ connectionString: this.workspace.databaseUrl });
    await client.connect();
    const query = 'select 1 from pg_stat_activity where application_name = $1';
    try {
      const names = [`portal-${this.#starts - 1}`];
      while ((await client.query(query, names)).rows.length > 0) await sleep(20);
    } finally {
      await client.end();
    }
  }
}

/** Disrupts a portal `size` times, and checks after each disruption that no acknowledged write is lost. */
export async function disruptWorkspace(
  workspace: DataLocation,
  { size, seed, fault }: RunOptions,
  report: RunReport,
  disrupt: Disruption,
): Promise<void> {
  const portal = new DisruptedPortal(workspace, report, seed);
  try {
    await portal.serve();
    const groups = await withDatabase(workspace, async (db) => [
      await addGroup(db, portal.url, { members: 2 }),
      await addGroup(db, portal.url, { members: 3 }),
    ]);
    for (let round = 1; round <= size; round += 1) {
      const since = new Date();
      portal.effectsBefore = portal.journal.effects.length;
      await runDisruptionRound(portal, groups, round, disrupt);
      if (portal.hasFailedToRestart) break;
      report.addViolations(...(await checkRound(portal, groups, since)));
      report.count('disruptions');
      // After a loss, later rounds would only report it again.
      if (report.violations.some((violation) => violation.startsWith('lost: '))) break;
      if (fault && report.violations.length > 0) break;
    }
    const code = portal.hasFailedToRestart ? 0 : await portal.process.kill('SIGTERM');
    if (code !== 0) report.addViolations(`unexpected: the portal ended with ${code}`);
  } finally {
    await portal.process.kill('SIGKILL');
  }
  reportEffects(portal, size);
}

async function runDisruptionRound(
  portal: DisruptedPortal,
  groups: readonly Group[],
  round: number,
  disrupt: Disruption,
) {
  const { workspace, url, journal, random } = portal;
  const newcomer = await withDatabase(workspace, (db) => addAccount(db, 'student'));
  let isOver = false;
  const work = { url, journal, random, isOver: () => isOver };
  portal.working = runWorkload(work, groups, [newcomer]);
  // In most rounds, wait for a write of one kind to finish before the disruption. Otherwise, on a slow machine, only
  // the fastest kind of write would finish in time.
  const awaitedKind = workloadEffectKinds[round % (workloadEffectKinds.length + 1)];
  if (awaitedKind) await waitForFirstReply(portal, awaitedKind);
  await disrupt(portal);
  isOver = true;
  await portal.working;
}

function checkRound(portal: DisruptedPortal, groups: readonly Group[], since: Date) {
  const { workspace, url, journal, effectsBefore } = portal;
  const readStored = readFrom(getFilesFolder(workspace));
  const effects = journal.effects.slice(effectsBefore);
  return withDatabase(workspace, async (db) => [
    ...(await findStorageViolations({ db, readStored }, effects, since)),
    ...(await checkOutbox(db, join(workspace.dataDir, 'outbox'), since)),
    ...(await requestAndCheckEmails(groups, { db, url }, journal.effects)),
  ]);
}

async function waitForFirstReply(
  { journal: { effects }, effectsBefore }: DisruptedPortal,
  awaitedKind: WorkloadEffectKind,
) {
  const until = performance.now() + 30_000;
  const isAcknowledgedNow = () =>
    effects
      .slice(effectsBefore)
      .some(({ kind, isAcknowledged }) => kind === awaitedKind && isAcknowledged);
  while (performance.now() < until && !isAcknowledgedNow()) await sleep(5);
}

function reportEffects({ journal, report }: DisruptedPortal, size: number) {
  for (const { kind, isAcknowledged } of journal.effects) {
    report.count(`${kind} ${isAcknowledged ? 'acknowledged' : 'unacknowledged'}`);
    report.count(isAcknowledged ? 'acknowledged' : 'unacknowledged');
  }
  report.count('unavailable replies', journal.unavailable);
  const recoveryMs = report.getFigure('longest recovery, ms');
  report.requireBelow('milliseconds of recovery', recoveryMs, recoveryLimitMs);
  // The rounds wait for each kind of write in turn, so each kind must be acknowledged at least this many times.
  const minPerKind = Math.floor(size / (workloadEffectKinds.length + 1));
  report.requireAtLeast({
    ...Object.fromEntries(workloadEffectKinds.map((kind) => [`${kind} acknowledged`, minPerKind])),
    acknowledged: 1,
  });
}
