import { type Kysely, sql } from 'kysely';

/** Records which cohorts, besides the current one, are open for proposals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('cohorts')
    .addColumn('takes_proposals', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`takes_proposals in (0, 1)`),
    )
    .execute();
}
