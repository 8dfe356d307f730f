import { findMilestone, type Scheme } from '#contract/scheme.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * What has marks may be renamed, but neither left out nor given a smaller total: marks would be hidden, or above it.
 * Throws Error, for whoever starts the portal, with every milestone that does not fit.
 */
export async function requireFittingScheme(db: Db, scheme: Scheme): Promise<void> {
  const marked = await db
    .selectFrom('marks')
    .select(({ fn }) => [
      'milestone',
      fn.max('marks').as('highest'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy('milestone')
    .orderBy('milestone')
    .execute();
  const errors = marked.flatMap(({ milestone, highest, count }) => {
    const limits = findMilestone(scheme, milestone);
    if (!limits) {
      const entries = count === 1 ? 'there is 1 entry for it' : `there are ${count} entries for it`;
      return [`${milestone} is left out, and ${entries}. Put it back.`];
    }
    if (highest === null || highest <= limits.total) return [];
    return [
      `${milestone} has a total of ${limits.total}, and a mark of ${highest}. Raise the total.`,
    ];
  });
  if (errors.length === 0) return;
  throw new Error(`scheme.yaml does not fit the marks that were given:\n${errors.join('\n')}`);
}
