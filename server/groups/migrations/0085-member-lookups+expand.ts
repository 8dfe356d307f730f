import type { Kysely } from 'kysely';

/** Finds the few members who had a staff account or joined late without reading the members of every group. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['left_by', 'own_due'])
    await db.schema
      .createIndex(`members_${column}`)
      .on('members')
      .column(column)
      .where(column, 'is not', null)
      .execute();
}
