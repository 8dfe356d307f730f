import { type Kysely, sql } from 'kysely';
import { continueTrail } from '#server/audit/record-entry.ts';
import { withoutGuards } from '#server/db/closed-records.ts';
import { isPostgres, migrate, migrationNames } from '#server/db/migrate.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { type Header, Refused, type Totals } from './archive-format.ts';
import type { KeptTable } from './kept-tables.ts';
import { migrationOf } from './places.ts';
import { type Follower, Step } from './progress.ts';
import { readArchive } from './read-archive.ts';
import { requireKept } from './read-through.ts';

export function requireKnown({ migration }: Header): void {
  if (migrationNames.includes(migration)) return;
  throw new Refused(
    `The archive is of a newer portal (${migration}): bring this one up to date first.`,
  );
}

/** The next start migrates older rows; the audit trail is there at once, to record the restore, and touches none. */
export async function migrateTo(db: Db, { migration }: Header): Promise<void> {
  const standing = await migrationOf(db);
  if (standing && standing > migration) {
    throw new Refused('The archive is older than this database: restore into a new one.');
  }
  const withTrail = '0002-audit';
  await migrate(db, migration < withTrail ? withTrail : migration);
}

const rowsAtOnce = 500;

/** Also rows of closed cohorts. */
export async function writeRows(
  db: Db,
  path: string,
  totals: Totals,
  follower: Follower,
): Promise<void> {
  await withoutGuards(db as Kysely<unknown>, isPostgres(db), () =>
    insertAll(db, path, totals, follower),
  );
  await continueTrail(db);
}

async function insertAll(db: Db, path: string, totals: Totals, follower: Follower): Promise<void> {
  const step = new Step('Restoring rows', follower, { ...totals, files: 0, bytes: 0 });
  let table: KeptTable | undefined;
  let rows: Record<string, unknown>[] = [];
  const write = async () => {
    if (!table || rows.length === 0) return;
    await insert(db, table, rows);
    step.add({ rows: rows.length });
    rows = [];
  };
  for await (const part of readArchive(path)) {
    if ('header' in part) continue;
    if ('file' in part) break;
    requireKept(part.table);
    if (part.table !== table || rows.length >= rowsAtOnce) await write();
    table = part.table;
    rows.push(part.row);
  }
  await write();
}

/** Rows of this very migration; the database checks them by its constraints. */
async function insert(db: Db, table: KeptTable, rows: Record<string, unknown>[]): Promise<void> {
  if (isPostgres(db)) {
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
    // One text: thousands of parameters take twice as long.
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
