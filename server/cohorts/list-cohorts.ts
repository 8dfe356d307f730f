import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

export async function listCohorts({ db, content }: Services, caller: Caller) {
  const ownCohorts = await db
    .selectFrom('groups')
    .select('cohort_id')
    .distinct()
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('supervisor_id', '=', caller.userId),
        eb('external_examiner_id', '=', caller.userId),
        eb(
          'id',
          'in',
          eb.selectFrom('members').select('group_id').where('user_id', '=', caller.userId),
        ),
      ]),
    )
    .execute();
  const ids = new Set(ownCohorts.map(({ cohort_id }) => cohort_id));
  const isAdmin = caller.role === 'admin';
  const cohorts = content.cohorts.map((cohort) => ({
    ...cohort,
    isOwn: isAdmin || ids.has(cohort._id),
  }));
  return { cohorts };
}
