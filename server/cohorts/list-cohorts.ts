import { isGroupVisibleTo } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

export async function listCohorts({ db, content }: Services, caller: Caller) {
  const ownCohorts = await db
    .selectFrom('groups')
    .select('cohort_id')
    .distinct()
    .where('deleted_at', 'is', null)
    .where(isGroupVisibleTo(caller))
    .execute();
  const ids = new Set(ownCohorts.map(({ cohort_id }) => cohort_id));
  const isAdmin = caller.role === 'admin';
  const cohorts = content.cohorts.map((cohort) => ({
    ...cohort,
    isOwn: isAdmin || ids.has(cohort._id),
  }));
  return { cohorts };
}
