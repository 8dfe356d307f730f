import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import type { FileStore } from '#server/files/disk.ts';
import { type FileLine, format, formatVersion, Refused } from './archive-format.ts';
import { type KeptTable, keptTableNames, keptTables } from './kept-tables.ts';
import { migrationOf } from './places.ts';
import { type Content, writeArchive } from './write-archive.ts';

const rowsAtOnce = 500;

/**
 * Writes database and files at one moment into the archive `path` while the portal goes on serving. All rows are read in
 * one transaction; files never change and stay while a row refers to them, so those that it saw are read after it.
 * Gives the totals, and size and SHA-256 of the archive. Throws `Refused` for a file that is missing or altered.
 */
export async function backUp(
  { db, files, clock }: { db: Db; files: FileStore; clock: () => Date },
  path: string,
) {
  const migration = await migrationOf(db);
  if (!migration) throw new Refused('There is no portal in this database yet.');
  return writeArchive(path, contentsOf(db, files, { migration, takenAt: clock().toISOString() }));
}

async function* contentsOf(
  db: Db,
  store: FileStore,
  moment: { migration: string; takenAt: string },
): AsyncGenerator<Content> {
  yield { header: { format, version: formatVersion, ...moment } };
  const files: FileLine[] = [];
  for await (const { table, rows } of rowsAtOneMoment(db)) {
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
async function* rowsAtOneMoment(db: Db): AsyncGenerator<Batch> {
  const moment = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    for (const table of keptTableNames) {
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
