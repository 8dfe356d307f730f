import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('leave_requests')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('member_id', id, (c) => c.notNull().references('members.id'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('requested_at', instant, (c) => c.notNull())
    .addColumn('decision', 'text')
    .addColumn('decision_reason', 'text')
    .addColumn('decided_at', instant)
    .addColumn('decided_by_name', 'text')
    .execute();
  await db.schema
    .createIndex('leave_requests_pending')
    .on('leave_requests')
    .column('requested_at')
    .where(sql<SqlBool>`decision is null`)
    .execute();
  await db.schema
    .createIndex('leave_requests_member_id')
    .on('leave_requests')
    .columns(['member_id', 'requested_at'])
    .execute();
}
