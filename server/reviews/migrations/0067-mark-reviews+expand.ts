import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant, number }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('mark_reviews')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('member_id', id, (c) => c.notNull().references('members.id'))
    .addColumn('milestone', 'text', (c) => c.notNull())
    .addColumn('marks_before', number, (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('requested_at', instant, (c) => c.notNull())
    .addColumn('decision', 'text')
    .addColumn('marks_after', number)
    .addColumn('decided_by_name', 'text')
    .addColumn('decided_at', instant)
    .addColumn('decision_reason', 'text')
    .addUniqueConstraint('mark_reviews_member_id_unique', ['member_id', 'milestone'])
    .execute();
  await db.schema
    .createIndex('mark_reviews_pending')
    .on('mark_reviews')
    .column('requested_at')
    .where(sql<SqlBool>`decision is null`)
    .execute();
}
