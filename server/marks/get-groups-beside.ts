import { readTogether } from '#server/db/read-together.ts';
import { createGroupNotFoundProblem, isGroupVisibleTo } from '#server/groups/group-access.ts';
import { selectVisibleGroups } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/** Returns the previous and the next visible group of the cohort by name, wrapping around at both ends. */
export async function getAdjacentGroups({ db }: Services, caller: Caller, groupId: string) {
  const group = await db
    .selectFrom('groups')
    .select(['id as _id', 'name as fypGroupName', 'sort_key', 'cohort_id'])
    .where('id', '=', groupId)
    .where('deleted_at', 'is', null)
    .where(isGroupVisibleTo(caller))
    .executeTakeFirst();
  if (!group?.cohort_id) throw createGroupNotFoundProblem();
  const { sort_key, cohort_id, ...self } = group;
  const [before, last, after, first] = await readTogether(db, (reader) => {
    // No two groups have the same name (unless one is deleted), so the order by name is unambiguous.
    const cohort = selectVisibleGroups(reader, caller, cohort_id)
      .select(['groups.id as _id', 'groups.name as fypGroupName'])
      .limit(1);
    const descending = cohort.orderBy('groups.sort_key', 'desc');
    const ascending = cohort.orderBy('groups.sort_key');
    return Promise.all([
      descending.where('groups.sort_key', '<', sort_key).executeTakeFirst(),
      descending.executeTakeFirst(),
      ascending.where('groups.sort_key', '>', sort_key).executeTakeFirst(),
      ascending.executeTakeFirst(),
    ]);
  });
  // If the cohort's only group has just been deleted, there is no neighbour.
  return { previous: before ?? last ?? self, next: after ?? first ?? self };
}
