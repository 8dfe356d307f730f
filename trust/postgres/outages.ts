import { setTimeout as sleep } from 'node:timers/promises';
import { mailGroup } from '#contract/marks.ts';
import { filesFolderOf, openDatabase } from '#server/backup/places.ts';
import { Caller } from '#tools/test/caller.ts';
import type { startPostgres } from '#tools/test/start-postgres.ts';
import { checkEmails, type Findings } from '#trust/lib/check-emails.ts';
import { checkHistory } from '#trust/lib/check-history.ts';
import { workUntilGone } from '#trust/lib/clients.ts';
import { Journal } from '#trust/lib/journal.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { aNewcomer, prepare } from '#trust/lib/scenes.ts';

type OutageFigures = Findings & {
  outages: number;
  acknowledged: number;
  /** Answers of 503. */
  unavailable: number;
  /** The slowest answer of all, a refusal being one too. */
  slowestMs: number;
  /** From the server being back until everything was served again. */
  worstRecoveryMs: number;
  /** Of `/readyz` while there was no server. */
  notReady: number;
  /** Answers cut, refusals without reason, errors of the portal's own, and `/healthz` failing. */
  unexpected: string[];
};

const kinds = ['fast', 'immediate', 'freeze'] as const;
/** Logged for each request that the missing database fails. */
const expectedError = '"msg":"the database does not answer"';

/**
 * Takes the database away from the portal again and again while everybody works: stopped, crashed, frozen. Every
 * acknowledged effect has to be there at the end.
 */
export async function runOutages(
  place: { dataDir: string; databaseUrl: string },
  postgres: Pick<ReturnType<typeof startPostgres>, 'halt' | 'start' | 'freeze'>,
  options: {
    outages: number;
    seed: number;
    awayMs: number;
    frozenMs: number;
    onOutage?: (outage: number, kind: string, recoveryMs: number) => void;
  },
): Promise<OutageFigures> {
  const random = new Random(options.seed);
  const journal = new Journal();
  const figures: OutageFigures = {
    outages: 0,
    acknowledged: 0,
    unavailable: 0,
    slowestMs: 0,
    worstRecoveryMs: 0,
    notReady: 0,
    unexpected: [],
    lost: [],
    torn: [],
  };
  const portal = startPortal(place);
  try {
    const { url } = await portal.ready;
    const scenes = await prepare(url);
    for (let outage = 1; outage <= options.outages; outage += 1) {
      const kind = kinds[(outage - 1) % kinds.length] ?? 'fast';
      const newcomers = [await aNewcomer(url), await aNewcomer(url)];
      let isOver = false;
      const work = { url, journal, random, isOver: () => isOver };
      const working = workUntilGone(work, scenes, newcomers);
      await sleep(random.whole(200, 1500));
      let isAway = true;
      const watching = watch(url, () => isAway, figures);
      if (kind === 'freeze') {
        const thaw = postgres.freeze();
        await sleep(options.frozenMs);
        thaw();
      } else {
        await postgres.halt(kind);
        await sleep(options.awayMs);
        await postgres.start();
      }
      isAway = false;
      const recoveryMs = await recovery(url, journal);
      figures.worstRecoveryMs = Math.max(figures.worstRecoveryMs, recoveryMs);
      await watching;
      await sleep(random.whole(200, 1000));
      isOver = true;
      await working;
      figures.outages = outage;
      options.onOutage?.(outage, kind, recoveryMs);
    }
    const db = openDatabase(place);
    try {
      const where = { db, filesFolder: filesFolderOf(place), url };
      const history = await checkHistory(where, journal.effects, new Date(0));
      for (const { groupId, admin } of scenes) {
        await new Caller(url, admin).call(mailGroup, { params: { groupId } });
      }
      const emails = await checkEmails(db, journal.effects);
      figures.lost.push(...history.lost, ...emails.lost);
      figures.torn.push(...history.torn, ...emails.torn);
    } finally {
      await db.destroy();
    }
  } finally {
    const code = await portal.kill('SIGTERM');
    if (code !== 0) figures.unexpected.push(`the portal ended with ${code}`);
  }
  for (const { isAcknowledged, kind, broken, askedAt = 0, answeredAt = 0 } of journal.effects) {
    if (isAcknowledged) figures.acknowledged += 1;
    if (broken) figures.unexpected.push(`${kind} was cut: ${broken}`);
    figures.slowestMs = Math.max(figures.slowestMs, answeredAt - askedAt);
  }
  figures.unavailable = journal.unavailable;
  const errors = portal.errors.filter((line) => !line.includes(expectedError));
  figures.unexpected.push(...journal.refusals, ...errors);
  return figures;
}

/** Asks how the portal is as long as its database is away. */
async function watch(url: string, isAway: () => boolean, figures: OutageFigures) {
  const ready = async () => {
    const { status } = await fetch(`${url}/readyz`);
    // The first may still have found the database.
    if (status === 503) figures.notReady += 1;
  };
  const asked: Promise<void>[] = [];
  while (isAway()) {
    const { status } = await fetch(`${url}/healthz`);
    if (status !== 200) figures.unexpected.push(`/healthz answered ${status}`);
    asked.push(ready());
    await sleep(250);
  }
  await Promise.all(asked);
}

/** The time until the portal says that it is ready and a save that was asked for since then is acknowledged. */
async function recovery(url: string, journal: Journal): Promise<number> {
  const since = performance.now();
  const served = () =>
    journal.effects.some(
      ({ kind, isAcknowledged, askedAt = 0 }) =>
        kind === 'marks' && isAcknowledged && askedAt > since,
    );
  while (!(await fetch(`${url}/readyz`)).ok || !served()) {
    if (performance.now() - since > 60_000) throw new Error('The portal does not recover.');
    await sleep(50);
  }
  return performance.now() - since;
}
