import type { Kysely } from 'kysely';

/** Adds whether the student lets a supervisor who does not decide read the reason. Nobody has allowed it so far. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('extension_requests')
    .addColumn('supervisor_may_read', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
