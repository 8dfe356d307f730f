import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { mailGroup } from '#contract/marks.ts';
import type { Place } from '#server/backup/places.ts';
import { filesFolderOf, openDatabase } from '#server/backup/places.ts';
import { Caller } from '#tools/test/caller.ts';
import { checkEmails, checkOutbox, type Findings } from '#trust/lib/check-emails.ts';
import { checkHistory } from '#trust/lib/check-history.ts';
import { type Scene, workUntilGone } from '#trust/lib/clients.ts';
import { type Effect, Journal } from '#trust/lib/journal.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { aNewcomer, prepare } from '#trust/lib/scenes.ts';
import { type CrashFigures, type Kind, kinds, noFigures, type Round } from './figures.ts';

/** What fails besides the portal's process. */
export type Power = {
  /** Nothing that was not flushed to the disk stays. */
  cut(): void;
  /** Everything but the portal is back, as after a restart of the machine. */
  back(): void;
};

type Options = Round & {
  /** Cut each time a moment before the portal is killed. */
  power?: Power | undefined;
  /** The name of a fault that is planted: once it is found, that is enough. */
  plant?: string | undefined;
};

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
  const figures = noFigures();
  const start = (cycle: number) => startPortal(named(place, cycle));
  let portal = start(0);
  const end = async () => {
    power?.cut();
    await portal.kill('SIGKILL');
  };
  const errors = () => [...portal.errors.splice(0), ...journal.refusals.splice(0)];
  try {
    let { url } = await portal.ready;
    const scenes = await prepare(url);
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      // Now and then killed at once; otherwise something of each kind in turn is acknowledged before, however slow the
      // machine is: the quick ones alone would be all that ever is.
      const awaited = kinds[cycle % (kinds.length + 1)];
      const isProposed = awaited === 'group' || random.next() < 0.3;
      const newcomers = isProposed ? [await aNewcomer(url), await aNewcomer(url)] : [];
      const since = new Date();
      const before = journal.effects.length;
      const working = workUntilGone({ url, journal, random }, scenes, newcomers);
      if (awaited) await firstAnswer(journal, before, awaited);
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
      // Found is found.
      if (plant && figures.lost.length > 0) break;
    }
  } finally {
    await portal.kill('SIGKILL');
  }
  for (const { kind, isAcknowledged } of journal.effects) {
    figures[isAcknowledged ? 'acknowledged' : 'unanswered'][kind] += 1;
  }
  figures.unexpected.push(...errors());
  return figures;
}

/** Until something of a kind that was asked for after the first `before` effects is acknowledged; not for ever. */
async function firstAnswer(journal: Journal, before: number, awaited: Kind) {
  const until = performance.now() + 30_000;
  const isThere = ({ kind, isAcknowledged }: Effect) => kind === awaited && isAcknowledged;
  while (performance.now() < until && !journal.effects.slice(before).some(isThere)) await sleep(5);
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
          figures.lost.push(`the emails of group ${groupId}: ${error}`);
        }
      }
      found.push(await checkEmails(db, effects));
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
