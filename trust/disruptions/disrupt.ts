import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type DataLocation, withDatabase } from '#server/backup/places.ts';
import { checkAgainstJournal } from '#trust/lib/check-history.ts';
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

const recoveryLimitMs = 30_000;
const fullCheckEvery = 50;
/** Maximum number of disruptions on the same data, because the checks become slower as the data grows. */
const maxDisruptionsPerWorkspace = 100;

/** A portal process under load that is restarted repeatedly on the same data. */
export class DisruptedPortal {
  readonly workspace: DataLocation;
  readonly report: RunReport;
  readonly random: SeededRandom;
  readonly journal = new WorkloadJournal();
  readonly recoveriesMs: number[] = [];
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
    this.process = startPortal(this.#namedPlace());
    return this.process;
  }

  /** Waits until the portal is ready and the database connections of the previous process are closed. */
  async serve(): Promise<void> {
    try {
      const { url, afterMs } = await this.process.ready;
      this.url = url;
      this.recoveriesMs.push(afterMs);
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

  /** For PostgreSQL, adds an application name to the URL, to identify the connections of this portal process. */
  #namedPlace(): DataLocation {
    const { dataDir, databaseUrl } = this.workspace;
    if (!databaseUrl) return this.workspace;
    const url = new URL(databaseUrl);
    url.searchParams.set('application_name', `portal-${this.#starts}`);
    return { dataDir, databaseUrl: url.href };
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

export async function disruptWorkspace(
  workspace: DataLocation,
  { size, seed, fault, progress }: RunOptions,
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
      const isFull = round % fullCheckEvery === 0 || round === size;
      const scope = isFull ? { allEmailsOf: groups } : { before: portal.effectsBefore, since };
      report.addViolations(
        ...(await checkAgainstJournal(workspace, portal.url, portal.journal, scope)),
      );
      report.count('disruptions');
      if (round % 10 === 0) progress?.(`${round} disruptions`);
      if (fault && report.violations.length > 0) break;
    }
    const code = portal.hasFailedToRestart ? 0 : await portal.process.kill('SIGTERM');
    if (code !== 0) report.addViolations(`unexpected: the portal ended with ${code}`);
  } finally {
    await portal.process.kill('SIGKILL');
  }
  reportEffects(portal);
}

async function runDisruptionRound(
  portal: DisruptedPortal,
  groups: readonly Group[],
  round: number,
  disrupt: Disruption,
) {
  const { workspace, url, journal, random } = portal;
  // In most rounds, wait for a write of one kind to finish before the disruption. Otherwise, on a slow machine, only
  // the fastest kind of write would finish in time.
  const awaitedKind = workloadEffectKinds[round % (workloadEffectKinds.length + 1)];
  const hasProposals = awaitedKind === 'group' || random.next() < 0.3;
  const newcomers = hasProposals
    ? await withDatabase(workspace, async (db) => [
        await addAccount(db, 'student'),
        await addAccount(db, 'student'),
      ])
    : [];
  let isOver = false;
  const work = { url, journal, random, isOver: () => isOver };
  portal.working = runWorkload(work, groups, newcomers);
  if (awaitedKind) await waitForFirstReply(portal, awaitedKind);
  await disrupt(portal);
  isOver = true;
  await portal.working;
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

function reportEffects({ journal, recoveriesMs, report }: DisruptedPortal) {
  for (const { kind, isAcknowledged } of journal.effects) {
    report.count(`${kind} ${isAcknowledged ? 'acknowledged' : 'unacknowledged'}`);
    report.count(isAcknowledged ? 'acknowledged' : 'unacknowledged');
  }
  report.count('unavailable replies', journal.unavailable);
  const sorted = recoveriesMs.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  report.recordMax('median recovery, ms', median);
  report.recordMax('longest recovery, ms', sorted.at(-1) ?? 0);
  report.requireBelow('milliseconds of recovery', median, recoveryLimitMs);
}

export async function disruptInWorkspaces(
  options: RunOptions,
  report: RunReport,
  runPart: (part: RunOptions) => Promise<void>,
): Promise<void> {
  for (let done = 0; done < options.size; done += maxDisruptionsPerWorkspace) {
    const size = Math.min(maxDisruptionsPerWorkspace, options.size - done);
    await runPart({ ...options, size, seed: options.seed + done });
    // Stop if data was lost or a restart failed, instead of continuing with new, undamaged data.
    if (report.violations.some((violation) => violation.startsWith('lost: '))) break;
  }
  // The rounds wait for each kind of write in turn, so each kind must be acknowledged at least this many times.
  const minPerKind = Math.floor(options.size / (workloadEffectKinds.length + 1));
  report.requireAtLeast({
    ...Object.fromEntries(workloadEffectKinds.map((kind) => [`${kind} acknowledged`, minPerKind])),
    acknowledged: 1,
  });
}
