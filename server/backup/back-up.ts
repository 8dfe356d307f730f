import { sql } from 'kysely';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { sortTablesByForeignKeys } from '#server/db/references.ts';
import type { Db } from '#server/db/tables.ts';
import { findFileDamage } from '#server/storage/check-file.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import type { ArchiveTarget } from './archive-file.ts';
import {
  type ArchiveHeader,
  type ArchiveTotals,
  archiveFormat,
  archiveVersion,
  BackupError,
  DamagedFileError,
  type FileLine,
} from './archive-format.ts';
import { getBackupTable, isTableInBackups } from './backup-tables.ts';
import { findLatestMigration, listTables } from './places.ts';
import { type ProgressOptions, ProgressStep } from './progress.ts';
import { removeLinkFromEmail } from './remove-link.ts';
import { type ArchiveContent, writeArchive } from './write-archive.ts';

const batchSize = 1000;

/**
 * Writes a backup while the portal serves requests: all rows in one transaction, then the files, which are immutable.
 * Returns the ids of missing or altered files as `damaged`, which the archive lists without their content. On failure,
 * leaves no archive. Throws `BackupError`, or the abort signal's reason if cancelled.
 */
export async function backUp(
  { db, files, clock }: { db: Db; files: FileStore; clock: () => Date },
  target: ArchiveTarget,
  progress: ProgressOptions = {},
) {
  const migration = await findLatestMigration(db);
  if (!migration) throw new BackupError('There is no portal in this database yet.');
  const takenAt = clock().toISOString();
  const tables = await listTables(db);
  const header: ArchiveHeader = {
    format: archiveFormat,
    version: archiveVersion,
    migration,
    takenAt,
  };
  const damaged = new Set<string>();
  const source = { db, store: files, tables, header, progress, damaged };
  const contents = () => readContents(source);
  const archive = await writeArchive(target, contents()).catch((error) => {
    // A file is found to be altered only after it has been written, so start again without it.
    if (!(error instanceof DamagedFileError)) throw error;
    damaged.add(error.file);
    return writeArchive(target, contents());
  });
  const lost = await omitRemovedFiles(source);
  // After a software update, this table may be missing until the portal has been started and has run its migrations.
  if (tables.includes('audit_entries')) {
    const omitted = lost.length > 0 ? `, without ${lost.length} damaged files` : '';
    const detail = `${archive.rows} rows and ${archive.files} files of ${takenAt}${omitted}, SHA-256 ${archive.sha256}`;
    const subject = { kind: 'portal', id: null, name: target.name } as const;
    await recordAuditEntry(
      { trx: db, now: clock() },
      { action: 'backup-taken', by: 'portal', subject, detail },
    );
  }
  return { ...archive, damaged: lost };
}

/** After a software update, the columns about removed files are missing until the portal has been started. */
const knowsRemovedFiles = ({ migration }: ArchiveHeader) => migration >= '0047';

/** Returns the ids of damaged files without those that were removed while the backup was taken. */
async function omitRemovedFiles({
  db,
  header,
  damaged,
}: Pick<Source, 'db' | 'header' | 'damaged'>): Promise<string[]> {
  const lost: string[] = [];
  for (const id of damaged) {
    const removed =
      knowsRemovedFiles(header) &&
      (await db
        .selectFrom('documents')
        .select('id')
        .where('id', '=', id)
        .where('removed_at', 'is not', null)
        .executeTakeFirst());
    if (!removed) lost.push(id);
  }
  return lost;
}

type Source = {
  db: Db;
  store: FileStore;
  tables: readonly string[];
  header: ArchiveHeader;
  progress: ProgressOptions;
  /** Ids of damaged files. If it is not empty, each file is read twice: first to check it. */
  damaged: Set<string>;
};

async function* readContents({
  db,
  store,
  tables,
  header,
  progress,
  damaged,
}: Source): AsyncGenerator<ArchiveContent> {
  const isDamaged = damaged.size === 0 ? hasWrongSize : isUnreadable;
  yield { header };
  const files: FileLine[] = [];
  let step: ProgressStep | undefined;
  for await (const part of readSnapshot(db, tables, header)) {
    if ('totals' in part) {
      step = new ProgressStep('Backing up', progress, part.totals);
      continue;
    }
    const { table, rows } = part;
    const backedUp =
      getBackupTable(table).name === 'emails'
        ? rows.map((row) => removeLinkFromEmail(row, header.takenAt))
        : rows;
    yield { rows: backedUp.map((row) => ({ table, row })) };
    step?.add({ rows: rows.length });
    if (table !== 'documents') continue;
    for (const { id, size, sha256, removed_at } of rows) {
      // The archive contains the row of a removed file, but no file.
      if (removed_at) continue;
      files.push({ file: String(id), size: Number(size), sha256: String(sha256) });
    }
  }
  for (const file of files) {
    if (await isDamaged(store, file)) {
      damaged.add(file.file);
      yield { damaged: file.file };
      continue;
    }
    const content = store.pieces(file.file);
    yield { file, content: step?.through(content) ?? content };
    step?.add({ files: 1 });
  }
}

const hasWrongSize = async (store: FileStore, { file, size }: FileLine) =>
  (await store.sizeOf(file)) !== size;

const isUnreadable = async (store: FileStore, { file: id, size, sha256 }: FileLine) =>
  (await findFileDamage(store, { id, size, sha256 })) !== undefined;

type Batch = { table: string; rows: Record<string, unknown>[] };

/** Yields the row and file counts and then all rows, in one read transaction that does not block writes. */
async function* readSnapshot(
  db: Db,
  present: readonly string[],
  header: ArchiveHeader,
): AsyncGenerator<Batch | { totals: ArchiveTotals }> {
  const tables = await sortTablesByForeignKeys(db, present.filter(isTableInBackups));
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // The archive's storage may be slow, and the server's default would end the transaction after 20 s without a query.
    if (isPostgres(db))
      await sql`set local idle_in_transaction_session_timeout = '30min'`.execute(snapshot);
    yield { totals: await countTotals(snapshot, tables, header) };
    for (const table of tables) {
      for await (const rows of readBatches(snapshot, table)) yield { table, rows };
    }
  } finally {
    await snapshot.rollback().execute();
  }
}

async function countTotals(
  db: Db,
  tables: readonly string[],
  header: ArchiveHeader,
): Promise<ArchiveTotals> {
  const totals: ArchiveTotals = { rows: 0, files: 0, bytes: 0 };
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
    `.execute(db);
    totals.rows += Number(rows[0]?.count);
  }
  const { files, bytes } = await db
    .selectFrom('documents')
    .select(({ fn }) => [fn.countAll().as('files'), fn.sum('size').as('bytes')])
    .$if(knowsRemovedFiles(header), (query) => query.where('removed_at', 'is', null))
    .executeTakeFirstOrThrow();
  return { ...totals, files: Number(files), bytes: Number(bytes) };
}

async function* readBatches(db: Db, table: string): AsyncGenerator<Record<string, unknown>[]> {
  const order = getBackupTable(table).sortColumns;
  const columns = sql.join(order.map((column) => sql.ref(column)));
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where ${after} order by ${columns} limit ${batchSize}
    `.execute(db);
    if (rows.length > 0) yield rows.map((row) => ({ ...row }));
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = sql`(${columns}) > (${sql.join(order.map((column) => last[column]))})`;
  }
}
