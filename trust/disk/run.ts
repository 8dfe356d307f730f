import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatSize } from '#contract/documents.ts';
import { filesFolderOf, withDatabase } from '#server/backup/places.ts';
import { openDiskStore } from '#server/storage/disk.ts';
import { readDiskState } from '#server/storage/disk-space.ts';
import { checkPlace } from '#trust/lib/check-history.ts';
import { openSmallDisk } from '#trust/lib/disks.ts';
import { type Account, addAccount, addGroup, type Group } from '#trust/lib/fixtures.ts';
import type { Options, Report, Run } from '#trust/lib/instrument.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { Journal, type Work, workUntilGone } from '#trust/lib/work.ts';
import { type Need, operations, resultOf, uploadWhile } from './operations.ts';

const kB = 1024;
const MB = 1024 * kB;
const diskMb = 300;
/** As long as so much is free, a save must be taken. */
const savesNeed = MB;
/** Around the watermark it depends on what else is written whether a file is taken. */
const margin = 2 * MB;

type Site = {
  disk: ReturnType<typeof openSmallDisk>;
  place: { dataDir: string; databaseUrl: undefined };
  report: Report;
  group: Group;
  watermark: number;
};

/** Fills a small disk under the portal level by level, empties it again, and holds every reply against what is there. */
export const run: Run = async (options, report) => {
  const disk = openSmallDisk(diskMb);
  try {
    await fillAndEmpty(disk, options, report);
  } finally {
    disk.remove();
  }
  report.violate(
    ...Object.keys(report.figures)
      .filter((figure) => /^refused/.test(figure) && !/storage-full|unavailable/.test(figure))
      .map((figure) => `unexpected: ${figure}`),
  );
  // A disk that was never full would prove nothing.
  report.requireAtLeast({ acknowledged: 1, 'refused: storage-full': 1, 'refused: unavailable': 1 });
};

async function fillAndEmpty(
  disk: ReturnType<typeof openSmallDisk>,
  { size, seed, progress }: Options,
  report: Report,
) {
  const place = { dataDir: join(disk.folder, 'data'), databaseUrl: undefined };
  const [journal, random] = [new Journal(), new Random(seed)];
  // The portal's own watermark, as it is without a word in the environment.
  const start = () => startPortal(place, { env: { MIN_FREE_MB: '' } });
  let portal = start();
  try {
    let { url } = await portal.ready;
    const group = await withDatabase(place, (db) => addGroup(db, url));
    const store = await openDiskStore(filesFolderOf(place));
    const watermark = (await readDiskState(store, { minFreeBytes: undefined }))?.watermark ?? 0;
    const site = { disk, place, report, group, watermark };
    const levels = levelsOf(random, size, watermark);
    let newcomer: Account | undefined;
    for (const level of [...levels, ...levels.toReversed()]) {
      newcomer = await visit(site, { url, journal, random }, level, newcomer);
      progress?.(`${formatSize(level)} free: ${report.violations.length} violations so far`);
    }
    await fillDuringUploads(site, { url, journal, random });
    report.violate(...(await checkPlace(place, url, journal, {})));

    // Killed on a full disk, with saves under way.
    disk.leave(100 * kB);
    const working = workUntilGone({ url, journal, random }, [group], []);
    await sleep(300);
    disk.leave(0);
    await sleep(300);
    await portal.kill('SIGKILL');
    await working;
    const refusals = journal.refusals.filter((refusal) => !refusal.startsWith('storage-full'));
    report.violate(...[...portal.errors, ...refusals].map((line) => `unexpected: ${line}`));
    disk.leave(100 * MB);
    portal = start();
    ({ url } = await portal.ready);
    report.violate(...(await checkPlace(place, url, journal, {})));
  } finally {
    await portal.kill('SIGKILL');
  }
  report.violate(...portal.errors.map((line) => `unexpected: ${line}`));
  report.count('acknowledged', journal.acknowledged.length);
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

/** Sets a level, tries everything there, and holds each reply against what this level promises. */
async function visit(site: Site, work: Work, level: number, known: Account | undefined) {
  const { disk, place, report, group, watermark } = site;
  if (!known) disk.leave(50 * MB);
  const newcomer = known ?? (await withDatabase(place, (db) => addAccount(db, 'student')));
  const proposals = () => work.journal.acknowledged.filter(({ kind }) => kind === 'group').length;
  const before = proposals();
  // What SQLite's log of earlier saves has taken would have space for these.
  if (level === 0)
    await withDatabase(place, (db) => sql`pragma wal_checkpoint(truncate)`.execute(db));
  disk.leave(level);
  for (const [name, { needs, operation }] of Object.entries(operations)) {
    const { code, message } = await resultOf(() => operation(work, group, newcomer));
    report.count('tried');
    if (code !== 'done') report.count(`refused: ${code}`);
    const isRight = expected(needs, level, watermark).includes(code);
    if (!isRight || (code !== 'done' && !/disk is (nearly )?full.*office/.test(message)))
      report.violate(`unexpected: ${name} with ${level} bytes free: ${code} ${message}`);
  }
  report.violate(...leftBehind(site, `with ${level} bytes free`));
  return proposals() > before ? undefined : newcomer;
}

function expected(needs: Need, free: number, watermark: number): string[] {
  if (needs === 'a file' && free < watermark) return ['storage-full'];
  return needs === 'a save' && free < savesNeed ? ['done', 'unavailable'] : ['done'];
}

/** The disk is filled by others while an upload is on its way: to the last byte, and so that a piece still fits. */
async function fillDuringUploads(site: Site, work: Work) {
  const { disk, report, group } = site;
  for (const rest of [0, 12 * kB, 24 * kB]) {
    disk.leave(50 * MB);
    const code = await uploadWhile(work, group, () => disk.leave(rest));
    report.count('tried');
    report.count(`refused: ${code}`);
    if (code !== 'storage-full') report.violate(`unexpected: an upload over a full disk: ${code}`);
    report.violate(...leftBehind(site, 'after an upload over a full disk'));
  }
  disk.leave(50 * MB);
}

function leftBehind({ place }: Site, when: string): string[] {
  const incoming = join(filesFolderOf(place), 'incoming');
  return readdirSync(incoming).map((name) => {
    rmSync(join(incoming, name));
    return `unexpected: left in incoming ${when}: ${name}`;
  });
}
