import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/api/connection/call.ts';
import { buildQueryKey, queryClient } from '#client/api/queries.ts';
import { findGroup } from '#contract/groups.ts';
import { Problem } from '#contract/problem.ts';

export type GroupSummary = { groupId: string; name: string; title: string };

/** Query for the student's group. Returns null if there is none, because an error would replace the proposal form. */
export function buildOwnGroupQuery(email: string, cohort: string | undefined) {
  const input = { params: { email }, query: { cohort } };
  return queryOptions({
    queryKey: [...buildQueryKey(findGroup, input), 'in brief'],
    queryFn: async ({ signal }): Promise<GroupSummary | null> => {
      try {
        const { group } = await call(findGroup, input, { signal });
        return { groupId: group._id, name: group.fypGroupName, title: group.fypTitle };
      } catch (error) {
        if (error instanceof Problem && error.code === 'no-group') return null;
        throw error;
      }
    },
  });
}

/** Caches the student's newly created group, and invalidates older cached replies about the student's group. */
export async function cacheCreatedGroup(
  email: string,
  cohort: string | undefined,
  group: GroupSummary,
) {
  await queryClient.cancelQueries({ queryKey: buildQueryKey(findGroup) });
  queryClient.setQueryData(buildOwnGroupQuery(email, cohort).queryKey, group);
  await queryClient.invalidateQueries({ queryKey: buildQueryKey(findGroup) });
}
