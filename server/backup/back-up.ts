import { basename } from 'node:path';
import { sql } from 'kysely';
import { recordEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import {
  type FileLine,
  format,
  formatVersion,
  type Header,
  Refused,
  type Totals,
} from './archive-format.ts';
import { currentName, type KeptTable, keptTableNames, orderOf } from './kept-tables.ts';
import { migrationOf, tablesIn } from './places.ts';
import { type Follower, Step } from './progress.ts';
import { withoutLink } from './without-link.ts';
import { type Content, writeArchive } from './write-archive.ts';

const rowsAtOnce = 1000;

/**
 * Works while the portal serves. Files never change and stay while a row refers to them, so they are read after the rows'
 * one transaction. Throws `Refused` for a damaged file, and the follower's reason when they cancel; then nothing is
 * left.
 */
export async function backUp(
  { db, files, clock }: { db: Db; files: FileStore; clock: () => Date },
  path: string,
  follower: Follower = {},
) {
  const migration = await migrationOf(db);
  if (!migration) throw new Refused('There is no portal in this database yet.');
  const takenAt = clock().toISOString();
  const tables = await tablesIn(db);
  const header: Header = { format, version: formatVersion, migration, takenAt };
  const taken = await writeArchive(path, contentsOf(db, files, tables, header, follower));
  // Updated but not started yet, it has no trail.
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
  header: Header,
  follower: Follower,
): AsyncGenerator<Content> {
  yield { header };
  const files: FileLine[] = [];
  let step: Step | undefined;
  for await (const part of rowsAtOneMoment(db, tables)) {
    if ('totals' in part) {
      step = new Step('Backing up', follower, part.totals);
      continue;
    }
    const { table, rows } = part;
    const kept =
      currentName(table) === 'emails' ? rows.map((row) => withoutLink(row, header.takenAt)) : rows;
    yield { rows: kept.map((row) => ({ table, row })) };
    step?.add({ rows: rows.length });
    if (table !== 'documents') continue;
    for (const { id, size, sha256 } of rows) {
      files.push({ file: String(id), size: Number(size), sha256: String(sha256) });
    }
  }
  for (const file of files) {
    const content = store.pieces(file.file);
    yield { file, content: step?.through(content) ?? content };
    step?.add({ files: 1 });
  }
}

type Batch = { table: KeptTable; rows: Record<string, unknown>[] };

/** The totals, then every row, in one read transaction; it keeps no writer waiting. */
async function* rowsAtOneMoment(
  db: Db,
  present: readonly string[],
): AsyncGenerator<Batch | { totals: Totals }> {
  const tables = keptTableNames.filter((name) => present.includes(name));
  const moment = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    yield { totals: await totalsOf(moment, tables) };
    for (const table of tables) {
      for await (const rows of batchesOf(moment, table)) yield { table, rows };
    }
  } finally {
    await moment.rollback().execute();
  }
}

async function totalsOf(db: Db, tables: readonly KeptTable[]): Promise<Totals> {
  const totals: Totals = { rows: 0, files: 0, bytes: 0 };
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
    `.execute(db);
    totals.rows += Number(rows[0]?.count);
  }
  const { files, bytes } = await db
    .selectFrom('documents')
    .select(({ fn }) => [fn.countAll().as('files'), fn.sum('size').as('bytes')])
    .executeTakeFirstOrThrow();
  return { ...totals, files: Number(files), bytes: Number(bytes) };
}

async function* batchesOf(db: Db, table: KeptTable): AsyncGenerator<Record<string, unknown>[]> {
  const order = orderOf(table);
  const columns = sql.join(order.map((column) => sql.ref(column)));
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where ${after} order by ${columns} limit ${rowsAtOnce}
    `.execute(db);
    if (rows.length > 0) yield rows.map((row) => ({ ...row }));
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = sql`(${columns}) > (${sql.join(order.map((column) => last[column]))})`;
  }
}
