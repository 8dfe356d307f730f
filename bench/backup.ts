// Benchmark for `npm run bench:backup`: compares the speed of backup and restore with that of copying the same files.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toFileTarget } from '#server/backup/archive-file.ts';
import { backUp } from '#server/backup/back-up.ts';
import { type DataLocation, getFilesFolder, openDatabase } from '#server/backup/places.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { flushFolder, openDiskStore } from '#server/storage/disk.ts';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { createWorkspace } from '#trust/steps/workspaces.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '232000' },
    files: { type: 'string', default: '777' },
    megabytes: { type: 'string', default: '2400' },
    database: { type: 'string', default: 'postgres' },
    runs: { type: 'string', default: '3' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const [rows, files, megabytes, runs] = [
  Number(values.rows),
  Number(values.files),
  Number(values.megabytes),
  Number(values.runs),
];
const MB = 1024 * 1024;

const folder = mkdtempSync(join(values.folder, 'bench-'));
const clean = onProcessEnd(() => rmSync(folder, { recursive: true, force: true }));
const postgres = values.database === 'postgres' ? startPostgres({ durable: true }) : undefined;
const host = { folder, postgresUrl: postgres?.url };

try {
  const workspace = await createWorkspace(host);
  const db = openDatabase(workspace);
  try {
    await migrate(db);
    const ids = await fillPortal(db, workspace);
    console.log(`${rows} rows, ${files} files of ${megabytes} MB, on ${values.database}\n`);
    console.log('           bare copy   backup          restore');
    for (let run = 1; run <= runs; run += 1) {
      const copySeconds = await measureSeconds(() => copyFiles(workspace, ids));
      const archive = join(folder, 'portal.backup');
      const store = await openDiskStore(getFilesFolder(workspace));
      const backupSeconds = await measureSeconds(() =>
        backUp({ db, files: store, clock: () => new Date() }, toFileTarget(archive)),
      );
      const target = await createWorkspace(host);
      const restoreSeconds = await measureSeconds(() => restoreBackup(target, archive));
      rmSync(target.dataDir, { recursive: true });
      rmSync(archive);
      console.log(
        `run ${run}      ${formatDuration(copySeconds)}   ${formatDuration(backupSeconds)} × ${(backupSeconds / copySeconds).toFixed(2)}   ${formatDuration(restoreSeconds)} × ${(restoreSeconds / copySeconds).toFixed(2)}`,
      );
    }
  } finally {
    await db.destroy();
  }
} finally {
  postgres?.stop();
  clean();
}

function formatDuration(seconds: number) {
  return `${seconds.toFixed(1)} s ${(megabytes / seconds).toFixed(0)} MB/s`;
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function fillPortal(db: Db, workspace: DataLocation): Promise<string[]> {
  const at = new Date().toISOString();
  for (let remaining = rows - files; remaining > 0; remaining -= 500) {
    const entries = Array.from({ length: Math.min(remaining, 500) }, () => ({
      id: randomUUID(),
      at,
      action: 'marks-saved' as const,
      subject_kind: 'group' as const,
      subject_name: 'FYP-2027-BSCS-012',
      detail: 'Semester 7: proposal, month 1 and feedback of three members',
      search_key: 'fyp-2027-bscs-012 semester 7: proposal, month 1 and feedback of three members',
    }));
    await db.insertInto('audit_entries').values(entries).execute();
  }
  const storedFolder = join(getFilesFolder(workspace), 'kept');
  await mkdir(storedFolder, { recursive: true });
  const ids: string[] = [];
  for (let file = 0; file < files; file += 1) {
    const content = randomBytes(Math.floor((megabytes * MB) / files));
    const id = randomUUID();
    await writeFile(join(storedFolder, id), content);
    await db
      .insertInto('documents')
      .values({
        id,
        kind: 'thesis',
        version: 1,
        name: 'thesis.pdf',
        media_type: 'application/pdf',
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        uploaded_by_name: 'Ayesha Khan',
        uploaded_at: at,
      })
      .execute();
    ids.push(id);
  }
  return ids;
}

/** Baseline for backup and restore: copies and hashes the files one by one, and syncs each copy to disk. */
async function copyFiles(workspace: DataLocation, ids: string[]) {
  const copies = join(folder, 'copies');
  await mkdir(copies);
  for (const id of ids) {
    const hash = createHash('sha256');
    const copy = await open(join(copies, id), 'w');
    const source = createReadStream(join(getFilesFolder(workspace), 'kept', id), {
      highWaterMark: MB,
    });
    for await (const chunk of source) {
      hash.update(chunk);
      await copy.write(chunk);
    }
    hash.digest();
    await copy.sync();
    await copy.close();
  }
  await flushFolder(copies);
  rmSync(copies, { recursive: true });
}
