import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordEntry } from '#server/audit/record-entry.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { type Header, Refused } from './archive-format.ts';
import { type Place, tablesIn, withDatabase } from './places.ts';

export type Standing =
  | 'empty'
  /** Nothing has happened since that the trail tells of. */
  | 'restored'
  | 'restored and in use'
  | 'another portal';

/** The lock in this schema that only restores take, until they have committed or failed. */
const lock = "hashtext('fyp-portal restore'), hashtext(current_schema())";
const lockWaitMs = 1000;

/** Marks a restore's entry in the trail. */
const detailOf = ({ takenAt }: Header) => `from a backup made at ${takenAt}`;

export async function recordRestore(db: Db, archive: string, header: Header): Promise<void> {
  const subject = { kind: 'portal', id: null, name: archive } as const;
  const entry = { action: 'backup-restored', by: 'portal', subject } as const;
  await recordEntry(db, { ...entry, detail: detailOf(header) }, new Date());
}

/** Waits for other restores, whose commit may still be under way. Throws with no reply within `timeoutMs`. */
export async function standingOf(place: Place, header: Header, timeoutMs = 0): Promise<Standing> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await withDatabase(place, (db) =>
        db.transaction().execute(async (trx) => {
          await lockRestore(trx);
          return standingIn(trx, header);
        }),
      );
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await sleep(lockWaitMs);
  }
}

/** Until the transaction ends no other restore works in this database; SQLite has one writer anyway. */
export async function lockRestore(trx: Db): Promise<void> {
  if (!isPostgres(trx)) return;
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${sql.raw(lock)}) as taken
  `.execute(trx);
  if (rows[0]?.taken) return;
  throw new Refused('Another restore is at work in this database: try again when it has ended.');
}

async function standingIn(db: Db, header: Header): Promise<Standing> {
  const tables = await tablesIn(db);
  if (!(await hasRows(db, tables))) return 'empty';
  if (!tables.includes('audit_entries')) return 'another portal';
  const ours = await db
    .selectFrom('audit_entries')
    .select('sequence')
    .where('action', '=', 'backup-restored')
    .where('detail', '=', detailOf(header))
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!ours) return 'another portal';
  const later = await db
    .selectFrom('audit_entries')
    .select('sequence')
    .where('sequence', '>', ours.sequence)
    .limit(1)
    .executeTakeFirst();
  return later ? 'restored and in use' : 'restored';
}

async function hasRows(db: Db, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}
