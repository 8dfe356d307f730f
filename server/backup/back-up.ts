import { basename } from 'node:path';
import { sql } from 'kysely';
import { recordEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { FileStore } from '#server/files/disk.ts';
import { type FileLine, format, formatVersion, Refused } from './archive-format.ts';
import { type KeptTable, keptTableNames, keptTables } from './kept-tables.ts';
import { migrationOf, tablesIn } from './places.ts';
import { type Content, writeArchive } from './write-archive.ts';

const rowsAtOnce = 500;

/**
 * Writes database and files at one moment into the archive `path` while the portal goes on serving. All rows are read in
 * one transaction; files never change and stay while a row refers to them, so those that it saw are read after it.
 * The audit trail tells of it afterwards. Gives the totals, and size and SHA-256 of the archive. Throws `Refused` for a file that is missing or altered.
 */
export async function backUp(
  { db, files, clock }: { db: Db; files: FileStore; clock: () => Date },
  path: string,
) {
  const migration = await migrationOf(db);
  if (!migration) throw new Refused('There is no portal in this database yet.');
  const takenAt = clock().toISOString();
  const tables = await tablesIn(db);
  const taken = await writeArchive(path, contentsOf(db, files, tables, { migration, takenAt }));
  // A portal that was updated but not started yet has no trail.
  if (tables.includes('audit_entries')) {
    const detail = `${taken.rows} rows and ${taken.files} files of ${takenAt}, SHA-256 ${taken.sha256}`;
    const subject = { kind: 'portal', id: null, name: basename(path) } as const;
    await recordEntry(db, { action: 'backup-taken', by: 'portal', subject, detail }, clock());
  }
  return taken;
}

async function* contentsOf(
  db: Db,
  store: FileStore,
  tables: readonly string[],
  moment: { migration: string; takenAt: string },
): AsyncGenerator<Content> {
  yield { header: { format, version: formatVersion, ...moment } };
  const files: FileLine[] = [];
  for await (const { table, rows } of rowsAtOneMoment(db, tables)) {
    yield { rows: rows.map((row) => ({ table, row })) };
    if (table !== 'documents') continue;
    for (const { id, size, sha256 } of rows) {
      files.push({ file: String(id), size: Number(size), sha256: String(sha256) });
    }
  }
  for (const file of files) yield { file, content: store.open(file.file) };
}

type Batch = { table: KeptTable; rows: Record<string, unknown>[] };

/** Every row of the kept tables as one transaction sees them; it keeps no writer waiting. */
async function* rowsAtOneMoment(db: Db, tables: readonly string[]): AsyncGenerator<Batch> {
  const moment = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    for (const table of keptTableNames.filter((name) => tables.includes(name))) {
      for await (const rows of batchesOf(moment, table)) yield { table, rows };
    }
  } finally {
    await moment.rollback().execute();
  }
}

/** A table's rows a few hundred at a time, each batch after the last row of the one before. */
async function* batchesOf(db: Db, table: KeptTable): AsyncGenerator<Record<string, unknown>[]> {
  const columns = sql.join(keptTables[table].map((column) => sql.ref(column)));
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where ${after} order by ${columns} limit ${rowsAtOnce}
    `.execute(db);
    if (rows.length > 0) yield rows.map((row) => ({ ...row }));
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = sql`(${columns}) > (${sql.join(keptTables[table].map((column) => last[column]))})`;
  }
}
