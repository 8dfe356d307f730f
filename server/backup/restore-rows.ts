import { type Kysely, sql } from 'kysely';
import { advanceAuditSequence } from '#server/audit/record-entry.ts';
import { runWithoutClosedRecordTriggers } from '#server/db/closed/closed-records.ts';
import { isPostgres, migrate, migrationNames } from '#server/db/migrate.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import type { ArchiveSource } from './archive-file.ts';
import { type ArchiveHeader, type ArchiveTotals, BackupError } from './archive-format.ts';
import { isTableInBackups } from './backup-tables.ts';
import { findLatestMigration } from './places.ts';
import { type ProgressOptions, ProgressStep } from './progress.ts';
import { readArchive } from './read-archive.ts';
import { requireBackupTable } from './verify-archive.ts';

export function requireKnownMigration({ migration }: ArchiveHeader): void {
  if (migrationNames.includes(migration)) return;
  throw new BackupError(
    `The archive was made by a newer portal (${migration}): upgrade this one first.`,
  );
}

/** Migrates the database to the archive's version, or to `0002-audit` (adds the audit trail) if that is newer. */
export async function migrateToArchiveVersion(db: Db, { migration }: ArchiveHeader): Promise<void> {
  const current = await findLatestMigration(db);
  if (current && current > migration) {
    throw new BackupError('The archive is older than this database: restore into a new one.');
  }
  const withTrail = '0002-audit';
  await migrate(db, migration < withTrail ? withTrail : migration);
}

const batchSize = 500;

/** Inserts all rows of an archive, including those of closed cohorts. */
export async function restoreRows(
  db: Db,
  archive: ArchiveSource,
  totals: ArchiveTotals,
  progress: ProgressOptions,
): Promise<void> {
  await runWithoutClosedRecordTriggers(db as Kysely<unknown>, isPostgres(db), () =>
    insertAll(db, archive, totals, progress),
  );
  await advanceAuditSequence(db);
}

async function insertAll(
  db: Db,
  archive: ArchiveSource,
  totals: ArchiveTotals,
  progress: ProgressOptions,
): Promise<void> {
  const step = new ProgressStep('Restoring rows', progress, { ...totals, files: 0, bytes: 0 });
  let table: string | undefined;
  let rows: Record<string, unknown>[] = [];
  const write = async () => {
    if (!table || rows.length === 0) return;
    await insert(db, table, rows);
    step.add({ rows: rows.length });
    rows = [];
  };
  for await (const part of readArchive(archive)) {
    if ('header' in part) continue;
    if ('file' in part || 'damaged' in part) break;
    requireBackupTable(part.table);
    // Archives of earlier versions have rows of tables that are no longer backed up.
    if (!isTableInBackups(part.table)) continue;
    if (part.table !== table || rows.length >= batchSize) await write();
    table = part.table;
    rows.push(part.row);
  }
  await write();
}

async function insert(db: Db, table: string, rows: Record<string, unknown>[]): Promise<void> {
  if (isPostgres(db)) {
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    `.execute(db);
  } else {
    await db
      .insertInto(table as keyof Tables)
      .values(rows as never)
      .execute();
  }
}
