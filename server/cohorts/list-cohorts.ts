import type { Db } from '#server/db/tables.ts';
import { isGroupVisibleTo } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

export async function listCohorts({ db, content }: Services, caller: Caller) {
  const isAdmin = caller.role === 'admin';
  const ids = isAdmin ? new Set<string | null>() : await listOwnCohortIds(db, caller);
  const cohorts = content.cohorts.map((cohort) => ({
    ...cohort,
    isOwn: isAdmin || ids.has(cohort._id),
  }));
  return { cohorts };
}

async function listOwnCohortIds(db: Db, caller: Caller): Promise<Set<string | null>> {
  const ownCohorts = await db
    .selectFrom('groups')
    .select('cohort_id')
    .distinct()
    .where('deleted_at', 'is', null)
    .where(isGroupVisibleTo(caller))
    .execute();
  return new Set(ownCohorts.map(({ cohort_id }) => cohort_id));
}
