import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Place, withDatabase } from '#server/backup/places.ts';
import { checkPlace } from '#trust/lib/check-history.ts';
import { addAccount, addGroup, type Group } from '#trust/lib/fixtures.ts';
import type { Options, Report } from '#trust/lib/instrument.ts';
import { type PortalProcess, startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { Journal, type Kind, kinds, workUntilGone } from '#trust/lib/work.ts';

/** What is done to a portal while everybody works; afterwards it serves again. */
export type Disruption = (portal: DisruptedPortal) => Promise<void>;

/** Above this without serving again a restart is a failure of its own; held against the median of a busy machine. */
const recoveryLimitMs = 30_000;
const fullCheckEvery = 50;
/** A portal that is disrupted longer on the same data is checked ever more slowly, and shows nothing new. */
const mostOnOnePlace = 100;

/** A portal as a process that is started again and again on the same data, with people at work. */
export class DisruptedPortal {
  readonly place: Place;
  readonly report: Report;
  readonly random: Random;
  readonly journal = new Journal();
  readonly recoveriesMs: number[] = [];
  process: PortalProcess;
  url = '';
  /** Everybody at work; ends with the portal, or once this round is over. */
  working: Promise<void> = Promise.resolve();
  isLost = false;
  /** How many effects had been asked for before this round. */
  effectsBefore = 0;
  #starts = 0;

  constructor(place: Place, report: Report, seed: number) {
    this.place = place;
    this.report = report;
    this.random = new Random(seed);
    this.process = this.launch();
  }

  launch(): PortalProcess {
    this.#starts += 1;
    this.process = startPortal(this.#namedPlace());
    return this.process;
  }

  /** Waits until the portal that was launched serves, and nothing of the one before is still under way. */
  async serve(): Promise<void> {
    try {
      const { url, afterMs } = await this.process.ready;
      this.url = url;
      this.recoveriesMs.push(afterMs);
      await this.#endOfPrevious();
    } catch (error) {
      this.isLost = true;
      this.report.violate(`lost: it does not serve again: ${error}`);
    }
  }

  /** Refusals and errors so far: there is no reason for any, unless `isExpected`. */
  collectErrors(isExpected: (line: string) => boolean = () => false): void {
    const lines = [...this.process.errors.splice(0), ...this.journal.refusals.splice(0)];
    const unexpected = lines.filter((line) => !isExpected(line));
    this.report.violate(...unexpected.map((line) => `unexpected: ${line}`));
  }

  /** On PostgreSQL each portal's connections carry its number. */
  #namedPlace(): Place {
    const { dataDir, databaseUrl } = this.place;
    if (!databaseUrl) return this.place;
    const url = new URL(databaseUrl);
    url.searchParams.set('application_name', `portal-${this.#starts}`);
    return { dataDir, databaseUrl: url.href };
  }

  /** PostgreSQL may still be finishing what a portal asked for that is gone: until then nothing is final. */
  async #endOfPrevious() {
    if (!this.place.databaseUrl) return;
    const client = new pg.Client({ connectionString: this.place.databaseUrl });
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

/** Disrupts the real portal under work, again and again on the same data, and looks for what it acknowledged. */
export async function disruptPlace(
  place: Place,
  { size, seed, plant, progress }: Options,
  report: Report,
  disrupt: Disruption,
): Promise<void> {
  const portal = new DisruptedPortal(place, report, seed);
  try {
    await portal.serve();
    const groups = await withDatabase(place, async (db) => [
      await addGroup(db, portal.url, { members: 2 }),
      await addGroup(db, portal.url, { members: 3 }),
    ]);
    for (let round = 1; round <= size; round += 1) {
      const since = new Date();
      portal.effectsBefore = portal.journal.effects.length;
      await disruptOnce(portal, groups, round, disrupt);
      if (portal.isLost) break;
      const isFull = round % fullCheckEvery === 0 || round === size;
      const part = isFull ? { allEmailsOf: groups } : { before: portal.effectsBefore, since };
      report.violate(...(await checkPlace(place, portal.url, portal.journal, part)));
      report.count('disruptions');
      if (round % 10 === 0) progress?.(`${round} disruptions`);
      if (plant && report.violations.length > 0) break;
    }
    const code = portal.isLost ? 0 : await portal.process.kill('SIGTERM');
    if (code !== 0) report.violate(`unexpected: the portal ended with ${code}`);
  } finally {
    await portal.process.kill('SIGKILL');
  }
  countEffects(portal);
}

async function disruptOnce(
  portal: DisruptedPortal,
  groups: readonly Group[],
  round: number,
  disrupt: Disruption,
) {
  const { place, url, journal, random } = portal;
  // Now and then at once; otherwise something of each kind in turn is acknowledged before, however slow the machine is:
  // the quick ones alone would be all that ever is.
  const awaited = kinds[round % (kinds.length + 1)];
  const hasProposals = awaited === 'group' || random.next() < 0.3;
  const newcomers = hasProposals
    ? await withDatabase(place, async (db) => [
        await addAccount(db, 'student'),
        await addAccount(db, 'student'),
      ])
    : [];
  let isOver = false;
  const work = { url, journal, random, isOver: () => isOver };
  portal.working = workUntilGone(work, groups, newcomers);
  if (awaited) await firstReply(portal, awaited);
  await disrupt(portal);
  isOver = true;
  await portal.working;
}

/** Until something of a kind that was asked for in this round is acknowledged; not for ever. */
async function firstReply({ journal: { effects }, effectsBefore }: DisruptedPortal, awaited: Kind) {
  const until = performance.now() + 30_000;
  const isThere = () =>
    effects
      .slice(effectsBefore)
      .some(({ kind, isAcknowledged }) => kind === awaited && isAcknowledged);
  while (performance.now() < until && !isThere()) await sleep(5);
}

function countEffects({ journal, recoveriesMs, report }: DisruptedPortal) {
  for (const { kind, isAcknowledged } of journal.effects) {
    report.count(`${kind} ${isAcknowledged ? 'acknowledged' : 'unacknowledged'}`);
    report.count(isAcknowledged ? 'acknowledged' : 'unacknowledged');
  }
  report.count('told to come back', journal.unavailable);
  const sorted = recoveriesMs.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  report.largest('median recovery, ms', median);
  report.largest('longest recovery, ms', sorted.at(-1) ?? 0);
  report.requireBelow('milliseconds of recovery', median, recoveryLimitMs);
}

/** As many disruptions as asked for, on one empty place after the other. */
export async function disruptInPlaces(
  options: Options,
  report: Report,
  inPlace: (part: Options) => Promise<void>,
): Promise<void> {
  for (let done = 0; done < options.size; done += mostOnOnePlace) {
    const size = Math.min(mostOnOnePlace, options.size - done);
    await inPlace({ ...options, size, seed: options.seed + done });
    // It could not be started again, or lost something: another place would hide it.
    if (report.violations.some((violation) => violation.startsWith('lost: '))) break;
  }
  // Disrupting an idle portal would prove nothing; in few rounds not every kind is waited for.
  const each = Math.floor(options.size / (kinds.length + 1));
  report.requireAtLeast({
    ...Object.fromEntries(kinds.map((kind) => [`${kind} acknowledged`, each])),
    acknowledged: 1,
  });
}
