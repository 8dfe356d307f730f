import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { backUp } from '#server/backup/back-up.ts';
import { filesFolderOf, type Place, withDatabase } from '#server/backup/places.ts';
import { readArchive } from '#server/backup/read-archive.ts';
import { restore } from '#server/backup/restore.ts';
import { openDiskStore } from '#server/storage/disk.ts';
import { Caller } from '#tools/test/caller.ts';
import { office } from '#trust/lib/fixtures.ts';
import type { Report } from '#trust/lib/instrument.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { anEmptyPlace, contentOf, type Ground, removePlace, schemaOf } from './place.ts';
import { counter } from './requests.ts';

/** Crashes before a step; gives whether it did crash, and what is wrong afterwards. */
type Trial = (before: number) => Promise<{ hasCrashed: boolean; found: string[] }>;

/**
 * Crashes a first start with its migrations, a backup and a restore before each of their steps (or each `every`th), and
 * does each again. `place` is filled, and nobody works on it.
 */
export async function crashInPrograms(
  ground: Ground,
  place: Place,
  every: number,
  report: Report,
): Promise<void> {
  const archive = join(ground.folder, 'whole.backup');
  await backUpNow(place, archive);
  const trials: Record<string, Trial> = {
    'a first start and its migration': await firstStart(ground),
    'a backup': backup(ground, place),
    'a restore': await restored(ground, place, archive),
  };
  for (const [name, trial] of Object.entries(trials)) {
    for (let before = 1; ; before += every) {
      const { hasCrashed, found } = await trial(before);
      report.violate(...found.map((what) => `${name}, step ${before}: ${what}`));
      if (!hasCrashed) break;
      report.count(`crashes in ${name}`);
    }
    report.requireAtLeast({ [`crashes in ${name}`]: 1 });
  }
}

async function firstStart(ground: Ground): Promise<Trial> {
  const open = async (place: Place, before: number) => {
    const env = { CRASH_BEFORE: String(before) };
    const portal = startPortal(place, { preload: counter, env });
    const ready = await portal.ready.catch(() => undefined);
    const schema = ready && (await withDatabase(place, schemaOf));
    // Its password opens the one account that there is; counted on, this would crash too.
    if (ready && before === 0) await new Caller(ready.url).logIn(office.email, office.password);
    await portal.kill('SIGKILL');
    return schema;
  };
  const whole = await anEmptyPlace(ground);
  const wanted = await open(whole, 0);
  await removePlace(ground, whole);
  return async (before) => {
    const place = await anEmptyPlace(ground);
    const first = await open(place, before);
    const second = first ?? (await open(place, 0));
    const users = await withDatabase(place, (db) => db.selectFrom('users').select('id').execute());
    await removePlace(ground, place);
    const found = [
      ...(second === wanted ? [] : [`started again it is not whole: ${second ?? 'it ended'}`]),
      ...(users.length === 1 ? [] : [`there are ${users.length} accounts`]),
    ];
    return { hasCrashed: first === undefined, found };
  };
}

function backup({ folder }: Ground, place: Place): Trial {
  const path = join(folder, 'portal.backup');
  return async (before) => {
    const hasCrashed = await isCrashOf('tools/backup.ts', place, path, before);
    const found = existsSync(path) || !hasCrashed ? await errorsOf(path) : [];
    await backUpNow(place, path);
    found.push(...(await errorsOf(path)));
    rmSync(path);
    return { hasCrashed, found };
  };
}

async function restored(ground: Ground, place: Place, archive: string): Promise<Trial> {
  const wanted = await contentOf(place);
  return async (before) => {
    const copy = await anEmptyPlace(ground);
    const hasCrashed = await isCrashOf('tools/restore.ts', copy, archive, before);
    const found: string[] = [];
    const isThere = async () => (await contentOf(copy).catch(() => '')) === wanted;
    if (!hasCrashed && !(await isThere())) found.push('it ended well and is not whole');
    // Nobody who saw it die knows how far it was: the same again is what they do, and it says that all is there.
    await restore(copy, archive).catch((error: unknown) => found.push(`done again: ${error}`));
    if (!(await isThere())) found.push('done again it is not whole');
    await removePlace(ground, copy);
    return { hasCrashed, found };
  };
}

/** Whether a program was killed before its step. Throws when it failed by itself. */
async function isCrashOf(program: string, place: Place, file: string, before: number) {
  const child = spawn(process.execPath, ['--import', counter, program, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl,
      CRASH_BEFORE: String(before),
    },
  });
  const [[code, signal], said] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  if (signal === 'SIGKILL') return true;
  if (code !== 0) throw new Error(`${program} before step ${before}: ${said}`);
  return false;
}

async function backUpNow(place: Place, path: string) {
  const files = await openDiskStore(filesFolderOf(place));
  await withDatabase(place, (db) => backUp({ db, files, clock: () => new Date() }, path));
}

/** Reads an archive to its end, which holds it against its own hashes. */
async function errorsOf(path: string): Promise<string[]> {
  try {
    for await (const part of readArchive(path)) {
      if ('file' in part) for await (const _ of part.content);
    }
    return [];
  } catch (error) {
    return [`the archive: ${error}`];
  }
}
