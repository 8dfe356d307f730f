import { type Kysely, type SqlBool, sql } from 'kysely';

/** Finds a renamed group by its former name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('changes_former_group_name')
    .on('changes')
    .column('value_from')
    .where(sql<SqlBool>`part = 'group' and field = 'name'`)
    .execute();
}
