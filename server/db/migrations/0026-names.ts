import { type Kysely, sql } from 'kysely';
import { normaliseForSearch } from '#contract/values/search-form.ts';
import { toUniqueNameKey } from '#contract/values/unique-name.ts';
import type { ColumnTypes } from '#server/db/migration.ts';

const rowsAtOnce = 500;

type NamedRow = { id: string; name: string; owner: string };

export async function up(
  db: Kysely<unknown>,
  _types: ColumnTypes,
  onPostgres: boolean,
): Promise<void> {
  for (const table of ['groups', 'cohorts', 'board_views']) {
    await db.schema
      .alterTable(table)
      .addColumn('name_key', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
  const inUse = sql<NamedRow>`
    select id, name, '' as owner from groups where deleted_at is null order by created_at, id
  `;
  const deleted = sql<NamedRow>`select id, name, id as owner from groups where deleted_at is not null`;
  const cohorts = sql<NamedRow>`select id, name, '' as owner from cohorts order by created_at, id`;
  const views = sql<NamedRow>`select id, name, user_id as owner from board_views order by name, id`;
  await writeKeys(db, 'groups', (await inUse.execute(db)).rows);
  await writeKeys(db, 'groups', (await deleted.execute(db)).rows);
  await writeKeys(db, 'cohorts', (await cohorts.execute(db)).rows);
  await writeKeys(db, 'board_views', (await views.execute(db)).rows);

  const unique = (table: string) => db.schema.createIndex(`${table}_name_key_unique`).unique();
  await unique('groups')
    .on('groups')
    .column('name_key')
    .where(sql<boolean>`deleted_at is null`)
    .execute();
  await unique('cohorts').on('cohorts').column('name_key').execute();
  await unique('board_views').on('board_views').columns(['user_id', 'name_key']).execute();
  await writeSearchKeys(db, onPostgres);
}

/** Writes name keys that are unique for each `owner`. Appends the row's id to an empty or already used key. */
async function writeKeys(db: Kysely<unknown>, table: string, rows: readonly NamedRow[]) {
  const taken = new Set<string>();
  for (const { id, name, owner } of rows) {
    const key = toUniqueNameKey(name);
    const isFree = key !== '' && !taken.has(`${owner}\n${key}`);
    taken.add(`${owner}\n${key}`);
    const name_key = isFree ? key : `${key}\n${id}`;
    await sql`update ${sql.table(table)} set name_key = ${name_key} where id = ${id}`.execute(db);
  }
}

type Texts = { id: string; texts: string };

async function writeSearchKeys(db: Kysely<unknown>, onPostgres: boolean): Promise<void> {
  const list = onPostgres ? sql`string_agg` : sql`group_concat`;
  for (let last = ''; ; ) {
    const after = last === '' ? sql`true` : sql`groups.id > ${last}`;
    const { rows } = await sql<Texts>`
      select groups.id, groups.name || ${'\n'} || title || ${'\n'} || supervisor || ${'\n'} ||
        coalesce(external_examiner, '') || ${'\n'} || coalesce((
          select ${list}(members.name || ${'\n'} || email || ${'\n'} || roll, ${'\n'})
          from members where group_id = groups.id
        ), '') as texts
      from groups where ${after} order by groups.id limit ${sql.lit(rowsAtOnce)}
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
