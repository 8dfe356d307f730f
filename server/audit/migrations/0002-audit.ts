import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

const message = 'The audit trail and the history of groups are only ever added to.';

/** Adds the audit trail, and triggers that make it and the history of groups append-only. */
export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes, onPostgres: boolean) {
  const table = db.schema.createTable('audit_entries');
  await (onPostgres
    ? table.addColumn('sequence', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
    : table.addColumn('sequence', 'integer', (c) => c.primaryKey().autoIncrement())
  )
    .addColumn('id', id, (c) => c.notNull())
    .addColumn('at', instant, (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('actor_id', id)
    .addColumn('actor_name', 'text')
    .addColumn('actor_email', 'text')
    .addColumn('subject_kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', id)
    .addColumn('subject_name', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text')
    .addColumn('address', 'text')
    .addColumn('search_key', 'text', (c) => c.notNull())
    .addUniqueConstraint('audit_entries_id_unique', ['id'])
    .execute();
  await index(db, 'audit_entries_at', ['at']);
  await index(db, 'audit_entries_action', ['action', 'at']);
  await index(db, 'audit_entries_subject', ['subject_id', 'at']);

  if (onPostgres) {
    await sql`
      create function only_ever_added_to() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception '${message}' using errcode = 'integrity_constraint_violation'; end`)}
    `.execute(db);
  }
  for (const name of ['audit_entries', 'changes']) {
    if (onPostgres) await refuseOnPostgres(db, name);
    else await refuseOnSqlite(db, name);
  }
}

async function index(db: Kysely<unknown>, name: string, columns: string[]) {
  await db.schema.createIndex(name).on('audit_entries').columns(columns).execute();
}

async function refuseOnPostgres(db: Kysely<unknown>, table: string) {
  await sql`
    create trigger ${sql.ref(`${table}_only_added_to`)} before update or delete or truncate
    on ${sql.table(table)} for each statement execute function only_ever_added_to()
  `.execute(db);
}

/** Adds triggers against updates, deletes and `insert or replace`, which does not fire the delete trigger. */
async function refuseOnSqlite(db: Kysely<unknown>, table: string) {
  const isThere = {
    audit_entries: 'sequence = new.sequence',
    changes: 'group_id = new.group_id and sequence = new.sequence',
  };
  const replaced = `when exists (select 1 from ${table} where id = new.id or (${isThere[table as keyof typeof isThere]}))`;
  for (const [event, condition] of [
    ['update', ''],
    ['delete', ''],
    ['insert', replaced],
  ] as const) {
    await sql`
      create trigger ${sql.ref(`${table}_no_${event}`)} before ${sql.raw(event)} on ${sql.table(table)}
      ${sql.raw(condition)} begin select raise(abort, ${sql.lit(message)}); end
    `.execute(db);
  }
}
