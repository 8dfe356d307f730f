import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes) {
  await db.schema
    .createTable('file_faults')
    .addColumn('document_id', id, (c) =>
      c.primaryKey().references('documents.id').onDelete('cascade'),
    )
    .addColumn('fault', 'text', (c) => c.notNull().check(sql`fault in ('missing', 'altered')`))
    .addColumn('found_at', instant, (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('chores')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('leased_by', id)
    .addColumn('leased_until', instant)
    .addColumn('began_at', instant)
    .addColumn('ended_at', instant)
    .addColumn('position', 'text')
    .execute();
}
