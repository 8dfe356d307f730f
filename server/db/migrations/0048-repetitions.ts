import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

const message = 'Repetitions of audit entries are only ever counted up.';
const isNotCountedUp =
  'new.entry_id <> old.entry_id or new.repetitions <= old.repetitions or new.last_at < old.last_at';

/** Adds numbers of repetitions to audit entries and notices, and triggers that refuse to lower those of the entries. */
export async function up(db: Kysely<unknown>, types: ColumnTypes, onPostgres: boolean) {
  await db.schema
    .createTable('audit_repetitions')
    .addColumn('entry_id', types.id, (c) => c.primaryKey().notNull())
    .addColumn('repetitions', 'integer', (c) => c.notNull().check(sql`repetitions > 0`))
    .addColumn('last_at', types.instant, (c) => c.notNull())
    .execute();
  for (const statement of onPostgres ? onPostgresOnly : onSqliteOnly)
    await sql.raw(statement).execute(db);
  await db.schema
    .alterTable('notices')
    .addColumn('repetitions', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('notices').addColumn('last_at', types.instant).execute();
}

const onPostgresOnly = [
  `create function only_ever_counted_up() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if not (${isNotCountedUp}) then return new; end if;
      end if;
      raise exception '${message}' using errcode = 'integrity_constraint_violation';
    end $$`,
  `create trigger audit_repetitions_counted_up before update on audit_repetitions
    for each row execute function only_ever_counted_up()`,
  `create trigger audit_repetitions_kept before delete or truncate on audit_repetitions
    for each statement execute function only_ever_counted_up()`,
];

const refuse = `begin select raise(abort, '${message}'); end`;
const onSqliteOnly = [
  `create trigger audit_repetitions_no_update before update on audit_repetitions
    when ${isNotCountedUp} ${refuse}`,
  `create trigger audit_repetitions_no_delete before delete on audit_repetitions ${refuse}`,
  // `insert or replace` does not fire the delete trigger.
  `create trigger audit_repetitions_no_insert before insert on audit_repetitions
    when exists (select 1 from audit_repetitions where entry_id = new.entry_id) ${refuse}`,
];
