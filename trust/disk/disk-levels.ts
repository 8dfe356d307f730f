import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesFolderOf, openDatabase } from '#server/backup/places.ts';
import { openDiskStore } from '#server/storage/disk.ts';
import { diskState } from '#server/storage/disk-space.ts';
import type { Findings } from '#trust/lib/check-emails.ts';
import { checkHistory } from '#trust/lib/check-history.ts';
import { type Scene, type Work, workUntilGone } from '#trust/lib/clients.ts';
import { Journal } from '#trust/lib/journal.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { aNewcomer, prepare } from '#trust/lib/scenes.ts';
import { acts, type Need, type Outcome, outcomeOf, uploadWhile } from './disk-acts.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';

const kB = 1024;
const MB = 1024 * kB;
const diskMb = 300;
/** As long as so much is free, a save must be taken. */
const savesNeed = MB;
/** Around the watermark it depends on what else is written whether a file is taken. */
const margin = 2 * MB;

export type DiskFigures = Findings & {
  levels: number;
  tried: number;
  acknowledged: number;
  /** By the code of the refusal. */
  refused: Record<string, number>;
  /** Every answer that should have been another, and everything left behind. */
  unexpected: string[];
};

/** Fills a small disk under the real portal level by level, empties it again, and holds every answer against what is there. */
export async function runDisk({
  levels,
  seed,
  onLevel,
}: {
  levels: number;
  seed: number;
  onLevel?: (free: number, outcomes: ReadonlyMap<string, Outcome>) => void;
}): Promise<DiskFigures> {
  const disk = openSmallDisk(diskMb);
  const dataDir = join(disk.folder, 'data');
  const place = { dataDir, databaseUrl: undefined };
  const figures: DiskFigures = {
    levels: 0,
    tried: 0,
    acknowledged: 0,
    refused: {},
    unexpected: [],
    lost: [],
    torn: [],
  };
  const journal = new Journal();
  const random = new Random(seed);
  // The portal's own watermark, as it is without a word in the environment.
  const start = () => startPortal(place, { env: { MIN_FREE_MB: '' } });
  let portal = start();
  try {
    let { url } = await portal.ready;
    const scenes = await prepare(url);
    const scene = scenes[0];
    if (!scene) throw new Error('There is no group to work on.');
    const files = await openDiskStore(filesFolderOf(place));
    const { watermark } = await diskState(files, { minFreeBytes: undefined });
    const visit = aVisitor({ disk, dataDir, figures, scene, watermark });
    const down = levelsOf(random, levels, watermark);
    for (const level of [...down, ...down.toReversed()]) {
      const outcomes = await visit({ url, journal, random }, level);
      figures.levels += 1;
      onLevel?.(level, outcomes);
    }
    await fillInTheMiddle({ url, journal, random }, { disk, dataDir, figures, scene });
    await check();

    // Killed on a full disk, with saves under way.
    disk.leave(100 * kB);
    const working = workUntilGone({ url, journal, random }, scenes, []);
    await sleep(300);
    disk.leave(0);
    await sleep(300);
    await portal.kill('SIGKILL');
    await working;
    const refusals = journal.refusals.filter((refusal) => !refusal.startsWith('storage-full'));
    figures.unexpected.push(...portal.errors, ...refusals);
    disk.leave(100 * MB);
    portal = start();
    ({ url } = await portal.ready);
    await check();

    async function check() {
      const db = openDatabase(place);
      try {
        const at = { db, filesFolder: filesFolderOf(place), url };
        const { lost, torn } = await checkHistory(at, journal.effects, new Date(0));
        figures.lost.push(...lost);
        figures.torn.push(...torn);
      } finally {
        await db.destroy();
      }
    }
  } finally {
    await portal.kill('SIGKILL');
    disk.remove();
  }
  figures.unexpected.push(...portal.errors);
  figures.acknowledged = journal.effects.filter(({ isAcknowledged }) => isAcknowledged).length;
  return figures;
}

/** From much to nothing: the levels where something changes, and others that the seed brings. */
function levelsOf(random: Random, count: number, watermark: number): number[] {
  const fixed = [watermark + 2 * margin, watermark - margin, savesNeed + margin, 0];
  const others = Array.from({ length: Math.max(0, count - fixed.length) }, () => {
    const level = 16 * kB * 2 ** (random.next() * Math.log2((200 * MB) / (16 * kB)));
    return Math.abs(level - watermark) < margin ? watermark - margin : Math.round(level);
  });
  return [...fixed, ...others].toSorted((a, b) => b - a);
}

type Site = { disk: SmallDisk; dataDir: string; figures: DiskFigures; scene: Scene };

/** Sets a level, tries everything there, and holds each answer against what this level promises. */
function aVisitor({ disk, dataDir, figures, scene, watermark }: Site & { watermark: number }) {
  let newcomer: Awaited<ReturnType<typeof aNewcomer>> | undefined;
  return async (work: Work, level: number) => {
    if (!newcomer) {
      disk.leave(50 * MB);
      newcomer = await aNewcomer(work.url);
    }
    const outcomes = new Map<string, Outcome>();
    disk.leave(level);
    for (const [name, { needs, act }] of Object.entries(acts)) {
      const who = newcomer;
      const outcome = await outcomeOf(() => act(work, scene, who));
      outcomes.set(name, outcome);
      figures.tried += 1;
      const { code, message } = outcome;
      if (code !== 'done') figures.refused[code] = (figures.refused[code] ?? 0) + 1;
      const isRight = expected(needs, level, watermark).includes(code);
      if (!isRight || (code !== 'done' && !/disk is (nearly )?full.*office/.test(message))) {
        figures.unexpected.push(`${name} with ${level} bytes free: ${code} ${message}`);
      }
      if (name === 'a student proposes' && code === 'done') newcomer = await aNewcomer(work.url);
    }
    leftBehind({ dataDir, figures }, `with ${level} bytes free`);
    return outcomes;
  };
}

function expected(needs: Need, free: number, watermark: number): string[] {
  if (needs === 'nothing') return ['done'];
  if (needs === 'a file') return free < watermark ? ['storage-full'] : ['done'];
  return free < savesNeed ? ['done', 'unavailable'] : ['done'];
}

/** The disk is filled by others while an upload is on its way: to the last byte, and so that a piece still fits. */
async function fillInTheMiddle(work: Work, site: Site) {
  const { disk, figures, scene } = site;
  for (const rest of [0, 12 * kB, 24 * kB]) {
    disk.leave(50 * MB);
    const code = await uploadWhile(work, scene, () => disk.leave(rest));
    figures.tried += 1;
    if (code !== 'storage-full') figures.unexpected.push(`an upload over a full disk: ${code}`);
    figures.refused[code] = (figures.refused[code] ?? 0) + 1;
    leftBehind(site, 'after an upload over a full disk');
  }
  disk.leave(50 * MB);
}

function leftBehind({ dataDir, figures }: Pick<Site, 'dataDir' | 'figures'>, when: string) {
  const incoming = join(dataDir, 'files/incoming');
  for (const name of readdirSync(incoming)) {
    figures.unexpected.push(`left in incoming ${when}: ${name}`);
    rmSync(join(incoming, name));
  }
}
