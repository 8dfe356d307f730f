import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from '#server/backup/places.ts';
import { workUntilGone } from '#trust/lib/clients.ts';
import { Journal } from '#trust/lib/journal.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { aNewcomer, prepare } from '#trust/lib/scenes.ts';
import { knockUntilClosed } from './knock.ts';

type StopFigures = {
  stops: number;
  acknowledged: number;
  /** Requests that the portal had when it was told to stop, and that never got an answer. */
  cut: string[];
  /** New connections that were answered while the portal stopped, by status, and those that were cut unanswered. */
  knocks: { answered: Record<string, number>; cut: string[] };
  /** Exit codes other than 0, refusals and errors. */
  unexpected: string[];
  longestMs: number;
};

/** How long the portal lets answers under way finish, with a second for the rest. */
export const stopLimitMs = 11_000;

/** Tells the real portal to stop while everybody works, again and again, and counts who was left without an answer. */
export async function runStops(
  place: Place,
  { stops, seed }: { stops: number; seed: number },
): Promise<StopFigures> {
  const random = new Random(seed);
  const journal = new Journal();
  const figures: StopFigures = {
    stops: 0,
    acknowledged: 0,
    cut: [],
    knocks: { answered: {}, cut: [] },
    unexpected: [],
    longestMs: 0,
  };
  let portal = startPortal(place);
  try {
    let { url } = await portal.ready;
    const scenes = await prepare(url);
    for (let stop = 1; stop <= stops; stop += 1) {
      const newcomers = [await aNewcomer(url)];
      const before = journal.effects.length;
      const working = workUntilGone({ url, journal, random }, scenes, newcomers);
      await sleep(random.whole(100, 700));
      const stoppedAt = performance.now();
      const knocking = knockUntilClosed(url, 20);
      const code = await portal.kill('SIGTERM');
      figures.longestMs = Math.max(figures.longestMs, performance.now() - stoppedAt);
      await working;
      const { answered, cut } = await knocking;
      figures.knocks.cut.push(...cut);
      for (const [status, count] of Object.entries(answered))
        figures.knocks.answered[status] = (figures.knocks.answered[status] ?? 0) + count;
      if (code !== 0) figures.unexpected.push(`stop ${stop} ended with ${code}`);
      figures.unexpected.push(...portal.errors);
      for (const { kind, askedAt, broken } of journal.effects.slice(before)) {
        // Who asks while nobody listens any more had no request with the portal.
        if (!broken || broken.startsWith('ECONNREFUSED') || !askedAt || askedAt > stoppedAt)
          continue;
        figures.cut.push(`${kind} asked ${Math.round(stoppedAt - askedAt)} ms before: ${broken}`);
      }
      figures.stops = stop;
      portal = startPortal(place);
      ({ url } = await portal.ready);
    }
  } finally {
    await portal.kill('SIGKILL');
  }
  figures.acknowledged = journal.effects.filter(({ isAcknowledged }) => isAcknowledged).length;
  figures.unexpected.push(...journal.refusals);
  return figures;
}
