import { noSuchGroup } from '#server/groups/group-access.ts';
import { groupsInScope } from '#server/groups/lists/groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/** Those of its cohort before and after it by name; from the last it goes on to the first. Throws `not-found`, also for one in the bin. */
export async function getGroupsBeside({ db }: Services, caller: Caller, groupId: string) {
  const group = await db
    .selectFrom('groups')
    .select(['sort_key', 'cohort_id'])
    .where('id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!group?.cohort_id) throw noSuchGroup();
  const cohort = groupsInScope(db, caller, group.cohort_id).select('groups.id').limit(1);
  const step = async (side: '<' | '>') => {
    // No two groups in use have one name.
    const groups = cohort.orderBy('groups.sort_key', side === '<' ? 'desc' : 'asc');
    const beside = await groups.where('groups.sort_key', side, group.sort_key).executeTakeFirst();
    const found = beside ?? (await groups.executeTakeFirst());
    // Alone in its cohort, and moved to the bin since it was read.
    return found?.id ?? groupId;
  };
  return { previous: await step('<'), next: await step('>') };
}
