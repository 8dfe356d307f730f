import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatSize } from '#contract/documents.ts';
import { getFilesFolder, withDatabase } from '#server/backup/places.ts';
import { openDiskStore } from '#server/storage/disk.ts';
import { readDiskState } from '#server/storage/disk-space.ts';
import { checkWorkspace } from '#trust/lib/check-history.ts';
import { type Account, addAccount, addGroup, type Group } from '#trust/lib/fixtures.ts';
import type { RunInstrument, RunOptions, RunReport } from '#trust/lib/instrument.ts';
import { openSmallDisk } from '#trust/lib/processes/disks.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { runWorkload, type Workload, WorkloadJournal } from '#trust/lib/workload.ts';
import { type DiskSpaceNeed, diskOperations, runDuringUpload, runOperation } from './operations.ts';

const kB = 1024;
const MB = 1024 * kB;
const diskMb = 300;
/** If at least this much disk space is free, a save must succeed. */
const saveBytes = MB;
/** If free space is this close to the watermark, concurrent writes can decide whether an upload fits. */
const margin = 2 * MB;

type Fixture = {
  disk: ReturnType<typeof openSmallDisk>;
  workspace: { dataDir: string; databaseUrl: undefined };
  report: RunReport;
  group: Group;
  watermark: number;
};

/** Fills a small disk in steps, empties it again, and checks every reply against the free space. */
export const run: RunInstrument = async (options, report) => {
  const disk = openSmallDisk(diskMb);
  try {
    await fillAndEmpty(disk, options, report);
  } finally {
    disk.remove();
  }
  report.addViolations(
    ...Object.keys(report.figures)
      .filter((figure) => /^refused/.test(figure) && !/storage-full|unavailable/.test(figure))
      .map((figure) => `unexpected: ${figure}`),
  );
  report.requireAtLeast({ acknowledged: 1, 'refused: storage-full': 1, 'refused: unavailable': 1 });
};

async function fillAndEmpty(
  disk: ReturnType<typeof openSmallDisk>,
  { size, seed, progress }: RunOptions,
  report: RunReport,
) {
  const workspace = { dataDir: join(disk.folder, 'data'), databaseUrl: undefined };
  const [journal, random] = [new WorkloadJournal(), new SeededRandom(seed)];
  // An empty MIN_FREE_MB selects the default watermark.
  const start = () => startPortal(workspace, { env: { MIN_FREE_MB: '' } });
  let portal = start();
  try {
    let { url } = await portal.ready;
    const group = await withDatabase(workspace, (db) => addGroup(db, url));
    const store = await openDiskStore(getFilesFolder(workspace));
    const watermark = (await readDiskState(store, { minFreeBytes: undefined }))?.watermark ?? 0;
    const fixture = { disk, workspace, report, group, watermark };
    const levels = pickLevels(random, size, watermark);
    let newcomer: Account | undefined;
    for (const level of [...levels, ...levels.toReversed()]) {
      newcomer = await tryLevel(fixture, { url, journal, random }, level, newcomer);
      progress?.(`${formatSize(level)} free: ${report.violations.length} violations so far`);
    }
    await fillDuringUploads(fixture, { url, journal, random });
    report.addViolations(...(await checkWorkspace(workspace, url, journal, {})));

    // Kill the portal on a full disk while saves are running.
    disk.leaveFree(100 * kB);
    const working = runWorkload({ url, journal, random }, [group], []);
    await sleep(300);
    disk.leaveFree(0);
    await sleep(300);
    await portal.kill('SIGKILL');
    await working;
    const refusals = journal.refusals.filter((refusal) => !refusal.startsWith('storage-full'));
    report.addViolations(...[...portal.errors, ...refusals].map((line) => `unexpected: ${line}`));
    disk.leaveFree(100 * MB);
    portal = start();
    ({ url } = await portal.ready);
    report.addViolations(...(await checkWorkspace(workspace, url, journal, {})));
  } finally {
    await portal.kill('SIGKILL');
  }
  report.addViolations(...portal.errors.map((line) => `unexpected: ${line}`));
  report.count('acknowledged', journal.acknowledged.length);
}

/** Returns free-space levels in descending order: levels near the thresholds, and random levels. */
function pickLevels(random: SeededRandom, count: number, watermark: number): number[] {
  const thresholds = [watermark + 2 * margin, watermark - margin, saveBytes + margin, 0];
  const randomLevels = Array.from({ length: Math.max(0, count - thresholds.length) }, () => {
    const level = 16 * kB * 2 ** (random.next() * Math.log2((200 * MB) / (16 * kB)));
    return Math.abs(level - watermark) < margin ? watermark - margin : Math.round(level);
  });
  return [...thresholds, ...randomLevels].toSorted((a, b) => b - a);
}

async function tryLevel(
  fixture: Fixture,
  work: Workload,
  level: number,
  existing: Account | undefined,
) {
  const { disk, workspace, report, group, watermark } = fixture;
  if (!existing) disk.leaveFree(50 * MB);
  const newcomer = existing ?? (await withDatabase(workspace, (db) => addAccount(db, 'student')));
  const countProposals = () =>
    work.journal.acknowledged.filter(({ kind }) => kind === 'group').length;
  const proposalsBefore = countProposals();
  // Truncate SQLite's write-ahead log: its free pages could hold saves although the disk is full. This needs space.
  if (level === 0) {
    disk.leaveFree(50 * MB);
    await withDatabase(workspace, (db) => sql`pragma wal_checkpoint(truncate)`.execute(db));
  }
  disk.leaveFree(level);
  for (const [name, { needs, operation }] of Object.entries(diskOperations)) {
    const { code, message } = await runOperation(() => operation(work, group, newcomer));
    report.count('tried');
    if (code !== 'done') report.count(`refused: ${code}`);
    const isRight = expectedCodes(needs, level, watermark).includes(code);
    if (!isRight || (code !== 'done' && !/disk is (nearly )?full.*office/.test(message)))
      report.addViolations(`unexpected: ${name} with ${level} bytes free: ${code} ${message}`);
  }
  report.addViolations(...removeIncomingFiles(fixture, `with ${level} bytes free`));
  return countProposals() > proposalsBefore ? undefined : newcomer;
}

function expectedCodes(needs: DiskSpaceNeed, free: number, watermark: number): string[] {
  if (needs === 'a file' && free < watermark) return ['storage-full'];
  return needs === 'a save' && free < saveBytes ? ['done', 'unavailable'] : ['done'];
}

/** Fills the disk during uploads, either completely or leaving less than one chunk. */
async function fillDuringUploads(fixture: Fixture, work: Workload) {
  const { disk, report, group } = fixture;
  for (const remainingBytes of [0, 12 * kB, 24 * kB]) {
    disk.leaveFree(50 * MB);
    const code = await runDuringUpload(work, group, () => disk.leaveFree(remainingBytes));
    report.count('tried');
    report.count(`refused: ${code}`);
    if (code !== 'storage-full')
      report.addViolations(`unexpected: an upload over a full disk: ${code}`);
    report.addViolations(...removeIncomingFiles(fixture, 'after an upload over a full disk'));
  }
  disk.leaveFree(50 * MB);
}

function removeIncomingFiles({ workspace }: Fixture, when: string): string[] {
  const incoming = join(getFilesFolder(workspace), 'incoming');
  return readdirSync(incoming).map((name) => {
    rmSync(join(incoming, name));
    return `unexpected: left in incoming ${when}: ${name}`;
  });
}
