import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { backUp } from '#server/backup/back-up.ts';
import { type DataLocation, getFilesFolder, withDatabase } from '#server/backup/places.ts';
import { readArchive } from '#server/backup/read-archive.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { openDiskStore } from '#server/storage/disk.ts';
import { Caller } from '#tools/test/caller.ts';
import { initialAdmin } from '#trust/lib/fixtures.ts';
import type { RunReport } from '#trust/lib/instrument.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { stepCounterUrl } from './requests.ts';
import {
  createWorkspace,
  hashContent,
  readSchema,
  removeWorkspace,
  type WorkspaceHost,
} from './workspaces.ts';

/** Crashes a program before the given step. Returns whether it crashed, and the violations found afterwards. */
type Trial = (step: number) => Promise<{ hasCrashed: boolean; violations: string[] }>;

/** Crashes the first start, a backup and a restore at intervals of `every` steps, and repeats each operation. */
export async function crashInPrograms(
  host: WorkspaceHost,
  workspace: DataLocation,
  every: number,
  report: RunReport,
): Promise<void> {
  const archive = join(host.folder, 'whole.backup');
  await backUpNow(workspace, archive);
  const trials: Record<string, Trial> = {
    'a first start and its migration': await createFirstStartTrial(host),
    'a backup': createBackupTrial(host, workspace),
    'a restore': await createRestoreTrial(host, workspace, archive),
  };
  for (const [name, trial] of Object.entries(trials)) {
    for (let step = 1; ; step += every) {
      const { hasCrashed, violations } = await trial(step);
      report.addViolations(...violations.map((violation) => `${name}, step ${step}: ${violation}`));
      if (!hasCrashed) break;
      report.count(`crashes in ${name}`);
    }
    report.requireAtLeast({ [`crashes in ${name}`]: 1 });
  }
}

async function createFirstStartTrial(host: WorkspaceHost): Promise<Trial> {
  const open = async (workspace: DataLocation, step: number) => {
    const env = { CRASH_BEFORE: String(step) };
    const portal = startPortal(workspace, { preload: stepCounterUrl, env });
    const ready = await portal.ready.catch(() => undefined);
    const schema = ready && (await withDatabase(workspace, readSchema));
    // If no crash is planned, log in to check the first admin's password.
    if (ready && step === 0)
      await new Caller(ready.url).logIn(initialAdmin.email, initialAdmin.password);
    await portal.kill('SIGKILL');
    return schema;
  };
  const referenceWorkspace = await createWorkspace(host);
  const expectedContent = await open(referenceWorkspace, 0);
  await removeWorkspace(host, referenceWorkspace);
  return async (step) => {
    const workspace = await createWorkspace(host);
    const first = await open(workspace, step);
    const second = first ?? (await open(workspace, 0));
    const users = await withDatabase(workspace, (db) =>
      db.selectFrom('users').select('id').execute(),
    );
    await removeWorkspace(host, workspace);
    const violations = [
      ...(second === expectedContent
        ? []
        : [`incomplete after a restart: ${second ?? 'it ended'}`]),
      ...(users.length === 1 ? [] : [`there are ${users.length} accounts`]),
    ];
    return { hasCrashed: first === undefined, violations };
  };
}

function createBackupTrial({ folder }: WorkspaceHost, workspace: DataLocation): Trial {
  const path = join(folder, 'portal.backup');
  return async (step) => {
    const hasCrashed = await crashesBefore('tools/backup.ts', workspace, path, step);
    const violations = existsSync(path) || !hasCrashed ? await findArchiveErrors(path) : [];
    await backUpNow(workspace, path);
    violations.push(...(await findArchiveErrors(path)));
    rmSync(path);
    return { hasCrashed, violations };
  };
}

async function createRestoreTrial(
  host: WorkspaceHost,
  workspace: DataLocation,
  archive: string,
): Promise<Trial> {
  const expectedContent = await hashContent(workspace);
  return async (step) => {
    const copy = await createWorkspace(host);
    const hasCrashed = await crashesBefore('tools/restore.ts', copy, archive, step);
    const violations: string[] = [];
    const isRestored = async () => (await hashContent(copy).catch(() => '')) === expectedContent;
    if (!hasCrashed && !(await isRestored())) violations.push('it succeeded but is incomplete');
    // Run the restore again, as an operator would who does not know how far it got.
    await restoreBackup(copy, archive).catch((error: unknown) =>
      violations.push(`done again: ${error}`),
    );
    if (!(await isRestored())) violations.push('it is incomplete after repetition');
    await removeWorkspace(host, copy);
    return { hasCrashed, violations };
  };
}

/** Returns whether the program was killed before the step. Throws if it failed for another reason. */
async function crashesBefore(program: string, workspace: DataLocation, file: string, step: number) {
  const child = spawn(process.execPath, ['--import', stepCounterUrl, program, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: workspace.dataDir,
      DATABASE_URL: workspace.databaseUrl,
      CRASH_BEFORE: String(step),
    },
  });
  const [[code, signal], errorOutput] = await Promise.all([
    once(child, 'exit'),
    text(child.stderr),
  ]);
  if (signal === 'SIGKILL') return true;
  if (code !== 0) throw new Error(`${program} before step ${step}: ${errorOutput}`);
  return false;
}

async function backUpNow(workspace: DataLocation, path: string) {
  const files = await openDiskStore(getFilesFolder(workspace));
  await withDatabase(workspace, (db) => backUp({ db, files, clock: () => new Date() }, path));
}

/** Reads an archive completely to verify its hashes. Returns the errors. */
async function findArchiveErrors(path: string): Promise<string[]> {
  try {
    for await (const part of readArchive(path)) {
      if ('file' in part) for await (const _ of part.content);
    }
    return [];
  } catch (error) {
    return [`the archive: ${error}`];
  }
}
