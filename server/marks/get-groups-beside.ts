import { createGroupNotFoundProblem } from '#server/groups/group-access.ts';
import { selectVisibleGroups } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/** Returns the ids of the previous and the next group of the cohort by name, wrapping around at both ends. */
export async function getAdjacentGroups({ db }: Services, caller: Caller, groupId: string) {
  const group = await db
    .selectFrom('groups')
    .select(['sort_key', 'cohort_id'])
    .where('id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!group?.cohort_id) throw createGroupNotFoundProblem();
  const cohort = selectVisibleGroups(db, caller, group.cohort_id).select('groups.id').limit(1);
  const step = async (side: '<' | '>') => {
    // No two groups have the same name (unless one is deleted), so the order by name is unambiguous.
    const groups = cohort.orderBy('groups.sort_key', side === '<' ? 'desc' : 'asc');
    const beside = await groups.where('groups.sort_key', side, group.sort_key).executeTakeFirst();
    const neighbour = beside ?? (await groups.executeTakeFirst());
    // If the cohort's only group has just been deleted, there is no neighbour.
    return neighbour?.id ?? groupId;
  };
  return { previous: await step('<'), next: await step('>') };
}
