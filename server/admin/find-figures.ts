import { type findFigures as endpoint, waitingGroupsNamed } from '#contract/admin.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Db } from '#server/db/tables.ts';
import { findWaiting } from './waiting-groups.ts';

/** `cohort`: its code; without one, of all. Groups in the bin do not count. */
export async function findFigures(
  db: Db,
  { cohort }: { cohort?: string | undefined },
): Promise<ReplyOf<typeof endpoint>> {
  const groups = await db
    .selectFrom('groups')
    .select(['groups.id as _id', 'groups.name as fypGroupName', 'title as fypTitle'])
    .select(['supervisor', 'supervisor_id', 'external_examiner', 'external_examiner_id'])
    .where('deleted_at', 'is', null)
    .$if(cohort !== undefined, (query) =>
      query
        .innerJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
        .where('cohorts.code_key', '=', (cohort ?? '').toLowerCase()),
    )
    .orderBy('groups.name')
    .execute();
  const staff = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', '=', 'faculty')
    .where('blocked_at', 'is', null)
    .execute();
  const { users } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('users'))
    .executeTakeFirstOrThrow();
  const waiting = findWaiting(groups, staff).map((each) => ({
    reason: each.reason,
    total: each.groups.length,
    groups: each.groups
      .slice(0, waitingGroupsNamed)
      .map(({ _id, fypGroupName, fypTitle }) => ({ _id, fypGroupName, fypTitle })),
  }));
  return { groups: groups.length, users, waiting };
}
