import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import {
  createBackupArchive,
  createEmptyDataLocation,
  fillPortalWithGroups,
  getPortalDataLocation,
  listDatabaseKinds,
} from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';
import { toFileTarget } from './archive-file.ts';
import { backUp } from './back-up.ts';
import { listTables, withDatabase } from './places.ts';
import type { ProgressReport } from './progress.ts';
import { restoreBackup } from './restore.ts';

function cancelAt(isMoment: (progress: ProgressReport) => boolean) {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    onProgress: (progress: ProgressReport) => {
      if (isMoment(progress)) controller.abort(new Error('Enough.'));
    },
  };
}

describe('a backup', () => {
  test.for([
    ['while it processes rows', ({ rows }: ProgressReport) => rows > 0],
    ['while it processes a file', ({ bytes }: ProgressReport) => bytes > 0],
  ] as const)('leaves no changes if it is cancelled %s', async ([, moment], { portal }) => {
    await fillPortalWithGroups(portal);
    const before = [await portal.snapshot(), await readdir(portal.folder)];
    const path = join(portal.folder, 'portal.backup');
    await expect(backUp(portal, toFileTarget(path), cancelAt(moment))).rejects.toThrow('Enough.');
    expect([await portal.snapshot(), await readdir(portal.folder)]).toEqual(before);
  });

  test('leaves no archive after Ctrl-C and exits with code 130', async ({ portal }) => {
    const [team] = await fillPortalWithGroups(portal);
    // The file is larger than the pipe's buffer, so the backup blocks until the test reads from the pipe.
    const content = buildPdf({ title: 'long', bytes: 4_000_000 });
    await team?.student.caller.call(uploadDocument, {
      params: { kind: 'thesis', email: team.student.email },
      body: { file: toFile(content, 'long.pdf') },
    });
    const path = join(portal.folder, 'portal.backup');
    spawnSync('mkfifo', [`${path}.partial`]);
    const { dataDir, databaseUrl } = await getPortalDataLocation(portal);
    const child = spawn(process.execPath, ['tools/backup.ts', path], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    });
    const [errorOutput, ended] = [text(child.stderr), once(child, 'exit')];
    const pipe = createReadStream(`${path}.partial`, { highWaterMark: 1024 });
    await once(pipe, 'readable');
    child.kill('SIGINT');
    pipe.resume();
    expect(await ended).toEqual([130, null]);
    expect(await errorOutput).toBe('Cancelled.\n');
    expect(await readdir(portal.folder)).not.toContain('portal.backup.partial');
    expect(await readdir(portal.folder)).not.toContain('portal.backup');
  });

  test('reports progress and totals both while it is taken and while it is restored', async ({
    portal,
  }) => {
    await fillPortalWithGroups(portal);
    const path = join(portal.folder, 'portal.backup');
    const reports: ProgressReport[] = [];
    const onProgress = (progress: ProgressReport) => void reports.push(progress);
    const { rows, files, bytes } = await backUp(portal, toFileTarget(path), { onProgress });
    const totals = { rows, files, bytes };
    expect(reports.at(-1)).toEqual({ doing: 'Backing up', ...totals, of: totals, share: 1 });
    reports.length = 0;
    await restoreBackup(await createEmptyDataLocation(portal, 'sqlite'), path, { onProgress });
    const verifying = reports.filter(({ doing }) => doing === 'Verifying');
    expect(verifying.at(-1)).toEqual({ doing: 'Verifying', ...totals, of: undefined, share: 1 });
    expect(reports.at(-1)).toMatchObject({ doing: 'Restoring rows', rows, share: 1 });
    const shares = verifying.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });
});

describe('a restore', () => {
  test.for([
    [
      'while it processes a file',
      ({ doing, bytes }: ProgressReport) => doing === 'Verifying' && bytes > 0,
    ],
    ['while it processes rows', ({ doing }: ProgressReport) => doing === 'Restoring rows'],
  ] as const)('leaves no changes if it is cancelled %s', async ([, moment], { portal }) => {
    await fillPortalWithGroups(portal);
    const { path } = await createBackupArchive(portal);
    for (const database of listDatabaseKinds(portal)) {
      const place = await createEmptyDataLocation(portal, database);
      await expect(restoreBackup(place, path, cancelAt(moment))).rejects.toThrow('Enough.');
      expect(await readdir(place.dataDir)).toEqual([]);
      if (place.databaseUrl) expect(await withDatabase(place, listTables)).toEqual([]);
    }
  });
});
