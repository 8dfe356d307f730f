import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { mailGroup } from '#contract/marks.ts';
import { filesFolderOf, openDatabase } from '#server/backup/places.ts';
import { Caller } from '#tools/test/caller.ts';
import { checkHistory, checkLetters, type Findings } from './check-history.ts';
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
  worstRecoveryMs: number;
  /** Refusals and errors of the portal's own: in these cycles there is no reason for any. */
  unexpected: string[];
};

/** Longer than this without serving again is a failure of its own. */
export const recoveryLimitMs = 5000;
const fullCheckEvery = 50;

/**
 * Kills the real portal at random moments of work, again and again on the same data, and holds every acknowledged
 * effect against what is there afterwards. `place` is empty at the beginning.
 */
export async function runCrashes(
  place: Place,
  { cycles, seed, onCycle }: { cycles: number; seed: number; onCycle?: (cycle: number) => void },
): Promise<CrashFigures> {
  const random = new Random(seed);
  const journal = new Journal();
  const figures: CrashFigures = {
    cycles: 0,
    acknowledged: 0,
    unanswered: 0,
    lost: [],
    torn: [],
    worstRecoveryMs: 0,
    unexpected: [],
  };
  let portal = startPortal(named(place, 0));
  try {
    let { url } = await portal.ready;
    const scenes = await prepare(url);
    const newcomers: Student[] = [];
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      while (newcomers.length < 2) newcomers.push(await aNewcomer(url));
      const since = new Date();
      const before = journal.effects.length;
      const working = workUntilGone({ url, journal, random }, scenes, newcomers.splice(0));
      await sleep(random.whole(10, 900));
      await portal.kill('SIGKILL');
      await working;
      figures.unexpected.push(...portal.errors);
      if (random.next() < 0.2) {
        // Killed again on its way up.
        const early = startPortal(named(place, cycle));
        await sleep(random.whole(50, 800));
        await early.kill('SIGKILL');
      }
      portal = startPortal(named(place, cycle));
      const ready = await portal.ready;
      url = ready.url;
      figures.worstRecoveryMs = Math.max(figures.worstRecoveryMs, ready.afterMs);

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
  figures.unexpected.push(...journal.refusals, ...portal.errors);
  return figures;
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
    ];
    if (!part) {
      for (const { groupId, admin } of scenes) {
        await new Caller(url, admin).call(mailGroup, { params: { groupId } });
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
