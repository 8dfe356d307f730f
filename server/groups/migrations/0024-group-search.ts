import { type Kysely, sql } from 'kysely';
import { normaliseForSearch } from '#contract/values/search-form.ts';
import type { ColumnTypes } from '#server/db/migration.ts';

const groupsAtOnce = 500;

type GroupTexts = { id: string; texts: string };

/** Adds one search key per group, so that a search does not have to read six columns of two tables. */
export async function up(
  db: Kysely<unknown>,
  _types: ColumnTypes,
  onPostgres: boolean,
): Promise<void> {
  await db.schema
    .alterTable('groups')
    .addColumn('search_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await sql`
    create index groups_on_board on groups (cohort_id, program, number, id) where deleted_at is null
  `.execute(db);
  const list = onPostgres ? sql`string_agg` : sql`group_concat`;
  for (let last = ''; ; ) {
    const after = last === '' ? sql`true` : sql`groups.id > ${last}`;
    const { rows } = await sql<GroupTexts>`
      select groups.id, groups.name || ${'\n'} || title || ${'\n'} || supervisor || ${'\n'} ||
        coalesce(external_examiner, '') || ${'\n'} || coalesce((
          select ${list}(members.name || ${'\n'} || email || ${'\n'} || roll, ${'\n'})
          from members where group_id = groups.id
        ), '') as texts
      from groups where ${after} order by groups.id limit ${sql.lit(groupsAtOnce)}
    `.execute(db);
    for (const { id, texts } of rows) {
      await sql`update groups set search_key = ${normaliseForSearch(texts)} where id = ${id}`.execute(
        db,
      );
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
