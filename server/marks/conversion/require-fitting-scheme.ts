import { findMilestone, type MarkingScheme } from '#contract/rules/scheme.ts';
import type { Db } from '#server/db/tables.ts';

/** Returns each milestone's highest mark and number of entries. `cohortId` is null for groups without a cohort. */
function markedMilestones(db: Db, cohortId: string | null) {
  return db
    .selectFrom('marks')
    .leftJoin('members', 'members.id', 'marks.member_id')
    .leftJoin('groups', 'groups.id', 'members.group_id')
    .select(({ fn }) => [
      'marks.milestone',
      fn.max('marks.marks').as('highest'),
      fn.countAll<number>().as('count'),
    ])
    .where('groups.cohort_id', 'is not distinct from', cohortId)
    .groupBy('marks.milestone')
    .orderBy('marks.milestone')
    .execute();
}

/** Returns an error for each milestone that has entries but is not in the scheme, or has a mark above its total. */
export async function findSchemeMismatches(
  db: Db,
  cohortId: string | null,
  scheme: MarkingScheme,
): Promise<string[]> {
  const marked = await markedMilestones(db, cohortId);
  return marked.flatMap(({ milestone, highest, count }) => {
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
}

export async function requireFittingScheme(
  db: Db,
  cohortId: string | null,
  scheme: MarkingScheme,
): Promise<void> {
  const errors = await findSchemeMismatches(db, cohortId, scheme);
  if (errors.length === 0) return;
  throw new Error(`scheme.yaml does not fit the marks that were given:\n${errors.join('\n')}`);
}
