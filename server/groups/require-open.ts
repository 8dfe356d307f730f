import { Problem } from '#contract/problem.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

/** Until the transaction ends the cohort stays open. Null: a group from before cohorts. Throws `cohort-closed`. */
export async function requireOpen(db: Db, cohortId: string | null): Promise<void> {
  if (cohortId === null) return;
  const { name, closed_at } = await db
    .selectFrom('cohorts')
    .select(['name', 'closed_at'])
    .where('id', '=', cohortId)
    // SQLite has one writer at a time.
    .$if(isPostgres(db), (query) => query.forShare())
    .executeTakeFirstOrThrow();
  if (closed_at) throw cohortClosed(name);
}

export const cohortClosed = (name: string) =>
  new Problem(
    'cohort-closed',
    `${name} is closed: nothing in it can be changed. An admin can open it again under Settings.`,
  );
