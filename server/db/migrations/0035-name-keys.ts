import { type Kysely, sql } from 'kysely';
import { toNameKey } from '#contract/values/text.ts';

type Row = { id: string; name: string; key: string };

const keys = [
  ['users', 'name', 'name_key'],
  ['groups', 'supervisor', 'supervisor_key'],
  ['groups', 'external_examiner', 'external_examiner_key'],
] as const;

/** Rewrites the keys for comparing names, which now ignore invisible characters and equate all apostrophes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, name, key] of keys) {
    const { rows } = await sql<Row>`
      select id, ${sql.ref(name)} as name, ${sql.ref(key)} as key from ${sql.table(table)}
      where ${sql.ref(name)} is not null
    `.execute(db);
    for (const row of rows.filter((stored) => toNameKey(stored.name) !== stored.key)) {
      await sql`
        update ${sql.table(table)} set ${sql.ref(key)} = ${toNameKey(row.name)} where id = ${row.id}
      `.execute(db);
    }
  }
}
