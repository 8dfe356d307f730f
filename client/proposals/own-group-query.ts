import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/api/connection/call.ts';
import { buildQueryKey, queryClient } from '#client/api/queries.ts';
import { findGroup } from '#contract/groups.ts';
import { Problem } from '#contract/problem.ts';

/** The data of the student's group that the proposal page needs. */
export type GroupSummary = { groupId: string; name: string; title: string };

/**
 * Query for the student's group, with the result null if there is none. Treating "no group" as an
 * error would replace the form with an error message on a background refetch.
 */
export function ownGroupQuery(email: string, cohort: string | undefined) {
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

/** Stores a new group in the session and invalidates outdated replies. */
export async function storeCreatedGroup(
  email: string,
  cohort: string | undefined,
  group: GroupSummary,
) {
  await queryClient.cancelQueries({ queryKey: buildQueryKey(findGroup) });
  queryClient.setQueryData(ownGroupQuery(email, cohort).queryKey, group);
  await queryClient.invalidateQueries({ queryKey: buildQueryKey(findGroup) });
}
