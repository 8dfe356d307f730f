import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { mailGroup } from '#contract/marks.ts';
import { filesFolderOf, openDatabase } from '#server/backup/places.ts';
import { Caller } from '#tools/test/caller.ts';
import { checkHistory, checkLetters, checkOutbox, type Findings } from './check-history.ts';
import { type Scene, type Student, workUntilGone } from './clients.ts';
import { Journal } from './journal.ts';
import { startPortal } from './portal-process.ts';
import { Random } from './random.ts';
import { aNewcomer, prepare } from './scenes.ts';

type Place = { dataDir: string; databaseUrl: string | undefined };

export type CrashFigures = Findings & {
  cycles: number;
  acknowledged: number;
  /** Asked for without an answer when the portal was killed. */
  unanswered: number;
  /** From each start until it served again. */
  recoveriesMs: number[];
  /** Refusals and errors of the portal's own: in these cycles there is no reason for any. */
  unexpected: string[];
};

/** What fails besides the portal's process. */
export type Power = {
  /** Nothing that was not flushed to the disk stays. */
  cut(): void;
  /** Everything but the portal is back, as after a restart of the machine. */
  back(): void;
};

type Options = {
  cycles: number;
  seed: number;
  /** Cut each time a moment before the portal is killed. */
  power?: Power | undefined;
  /** A module that plants a fault, with the environment that it reads. */
  plant?: Parameters<typeof startPortal>[1];
  onCycle?: (cycle: number) => void;
};

/** Longer than this without serving again is a failure of its own. */
export const recoveryLimitMs = 5000;

/** What the commands say of a run; it is right when nothing is found and it served again in time. */
export function inWords(figures: CrashFigures): { text: string; isRight: boolean } {
  const { lost, torn, unexpected, acknowledged, unanswered } = figures;
  const recoveries = figures.recoveriesMs.map(Math.round).toSorted((a, b) => a - b);
  const worst = recoveries.at(-1) ?? 0;
  const text = [
    ...[...lost, ...torn, ...unexpected].slice(0, 50),
    `cycles       ${figures.cycles}`,
    `acknowledged ${acknowledged} effects`,
    `unanswered   ${unanswered} effects, all or nothing`,
    `lost         ${lost.length}`,
    `torn         ${torn.length}`,
    `unexpected   ${unexpected.length} refusals and errors`,
    `recovery     ${recoveries[Math.floor(recoveries.length / 2)]} ms as a rule, ${worst} ms at worst`,
  ].join('\n');
  const isWhole = lost.length + torn.length + unexpected.length === 0;
  return { text, isRight: isWhole && worst < recoveryLimitMs };
}

const fullCheckEvery = 50;
/** Everybody works all the time: a longer wait meets no other moments, only fewer of them. */
const longestWorkMs = 400;

/**
 * Kills the real portal at random moments of work, with a power cut or without, again and again on the same data, and
 * holds every acknowledged effect against what is there afterwards. `place` is empty at the beginning.
 */
export async function runCrashes(
  place: Place,
  { cycles, seed, power, plant, onCycle }: Options,
): Promise<CrashFigures> {
  const random = new Random(seed);
  const journal = new Journal();
  const figures: CrashFigures = {
    cycles: 0,
    acknowledged: 0,
    unanswered: 0,
    lost: [],
    torn: [],
    recoveriesMs: [],
    unexpected: [],
  };
  const start = (cycle: number) => startPortal(named(place, cycle), plant);
  let portal = start(0);
  const end = async () => {
    power?.cut();
    await portal.kill('SIGKILL');
  };
  const errors = () => [...portal.errors.splice(0), ...journal.refusals.splice(0)];
  try {
    let { url } = await portal.ready;
    const scenes = await prepare(url);
    const newcomers: Student[] = [];
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      while (newcomers.length < 2) newcomers.push(await aNewcomer(url));
      const since = new Date();
      const before = journal.effects.length;
      const working = workUntilGone({ url, journal, random }, scenes, newcomers.splice(0));
      // Now and then at once; otherwise something is acknowledged before, however slow the machine is.
      if (cycle % 4 !== 0) await firstAnswer(journal, before);
      await sleep(random.whole(10, longestWorkMs));
      figures.unexpected.push(...errors());
      await end();
      await working;
      const late = errors();
      // What is said of a disk that is gone is no finding.
      if (!power) figures.unexpected.push(...late);
      power?.back();
      if (random.next() < 0.2) {
        // Once more on its way up.
        portal = start(cycle);
        await sleep(random.whole(50, 800));
        await end();
        power?.back();
      }
      portal = start(cycle);
      const ready = await portal.ready.catch((error: unknown) => {
        figures.lost.push(`cycle ${cycle}: ${error}`);
      });
      if (!ready) break;
      url = ready.url;
      figures.recoveriesMs.push(ready.afterMs);

      await previousGone(place, cycle);
      const isFull = cycle % fullCheckEvery === 0 || cycle === cycles;
      await check(place, url, scenes, figures, journal, isFull ? undefined : { before, since });
      figures.cycles = cycle;
      onCycle?.(cycle);
    }
  } finally {
    await portal.kill('SIGKILL');
  }
  figures.acknowledged = journal.effects.filter(({ isAcknowledged }) => isAcknowledged).length;
  figures.unanswered = journal.effects.length - figures.acknowledged;
  figures.unexpected.push(...errors());
  return figures;
}

/** Until something that was asked for after the first `before` effects is acknowledged; not for ever. */
async function firstAnswer(journal: Journal, before: number) {
  const until = performance.now() + 30_000;
  while (performance.now() < until) {
    if (journal.effects.slice(before).some(({ isAcknowledged }) => isAcknowledged)) return;
    await sleep(5);
  }
}

/** With the effects since the last check, or all of them. */
async function check(
  place: Place,
  url: string,
  scenes: readonly Scene[],
  figures: Findings,
  journal: Journal,
  part: { before: number; since: Date } | undefined,
) {
  const db = openDatabase(place);
  try {
    const { before, since } = part ?? { before: 0, since: new Date(0) };
    const effects = journal.effects.slice(before);
    const found = [
      await checkHistory({ db, filesFolder: filesFolderOf(place), url }, effects, since),
      await checkOutbox(db, join(place.dataDir, 'outbox'), since),
    ];
    if (!part) {
      for (const { groupId, admin } of scenes) {
        try {
          await new Caller(url, admin).call(mailGroup, { params: { groupId } });
        } catch (error) {
          figures.lost.push(`the letters of group ${groupId}: ${error}`);
        }
      }
      found.push(await checkLetters(db, effects));
    }
    for (const { lost, torn } of found) {
      figures.lost.push(...lost);
      figures.torn.push(...torn);
    }
  } finally {
    await db.destroy();
  }
}

/** On PostgreSQL each portal's connections carry its number. */
function named({ dataDir, databaseUrl }: Place, cycle: number): Place {
  if (!databaseUrl) return { dataDir, databaseUrl };
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', `portal-${cycle}`);
  return { dataDir, databaseUrl: url.href };
}

/** PostgreSQL may still be finishing what a portal asked for that is gone: until then nothing is final. */
async function previousGone({ databaseUrl }: Place, cycle: number) {
  if (!databaseUrl) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query(
        'select 1 from pg_stat_activity where application_name = $1',
        [`portal-${cycle - 1}`],
      );
      if (rows.length === 0) return;
      await sleep(20);
    }
  } finally {
    await client.end();
  }
}
