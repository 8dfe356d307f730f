import { Problem } from '#contract/problem.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Throws `cohort-closed` if students cannot submit proposals to the cohort: it must be the current one or opened for
 * proposals by an admin. In a transaction, locks its state until the end.
 */
export async function requireOpenForProposals(db: Db, cohortId: string): Promise<void> {
  const cohort = await db
    .selectFrom('cohorts')
    .select(['name', 'closed_at', 'is_current', 'takes_proposals'])
    .where('id', '=', cohortId)
    .$if(isPostgres(db), (query) => query.forShare())
    .executeTakeFirstOrThrow();
  const { name, closed_at, is_current, takes_proposals } = cohort;
  if (closed_at === null && (is_current === 1 || takes_proposals === 1)) return;
  const open = await db
    .selectFrom('cohorts')
    .select('name')
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('is_current', '=', 1), eb('takes_proposals', '=', 1)]))
    .orderBy('is_current', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  const names = open.map((other) => other.name).join(', ');
  throw new Problem(
    'cohort-closed',
    `${name} isn’t open for proposals. Open now: ${names}. Reload the page and submit your proposal there; your draft is kept.`,
  );
}
