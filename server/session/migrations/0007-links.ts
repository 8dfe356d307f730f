import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

const emptied = 'This email carried a link. It is not kept once the email was sent.';

/** Flags emails that contain a one-use link, and erases the text of flagged emails that have already been sent. */
export async function up(db: Kysely<unknown>, { instant }: ColumnTypes) {
  await db.schema
    .alterTable('letters')
    .addColumn('carries_link', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`carries_link in (0, 1)`),
    )
    .execute();
  // Exclude emails about groups, because user text in them may look like a one-use link.
  await sql`
    update letters set carries_link = 1
    where group_id is null and (text_body like '%/login#reset=%' or text_body like '%/login#confirm=%')
  `.execute(db);
  await sql`
    update letters set text_body = ${sql.lit(emptied)}, html_body = ${sql.lit(emptied)}
    where carries_link = 1 and sent_at is not null
  `.execute(db);

  await db.schema
    .createTable('token_buckets')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('full_at', instant, (c) => c.notNull())
    .execute();
}
