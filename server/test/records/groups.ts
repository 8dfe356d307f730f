import { randomUUID } from 'node:crypto';
import type { Db } from '#server/db/tables.ts';

/** Inserts rows of groups, also into the schema of an earlier version. `named` replaces values of each row. */
export async function addGroups(
  db: Db,
  count: number,
  named: (name: string) => object = (name) => ({ name }),
) {
  const at = '2027-01-15T10:00:00.000Z';
  const groups = Array.from({ length: count }, (_, number) => ({
    id: randomUUID(),
    name: '',
    program: 'BSCS',
    session_year: 2020,
    number,
    title: 'Old',
    category: 'Old',
    supervisor: 'other',
    supervisor_key: 'other',
    submission_hash: 'old',
    version: 1,
    viva_revision: 0,
    created_at: at,
    changed_at: at,
    ...named(`Old ${number}`),
  }));
  for (let from = 0; from < count; from += 500) {
    await db
      .insertInto('groups')
      .values(groups.slice(from, from + 500))
      .execute();
  }
}
