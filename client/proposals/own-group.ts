import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { keyOf, queryClient } from '#client/api/queries.ts';
import { findGroup } from '#contract/groups.ts';
import { Problem } from '#contract/problem.ts';

/** The group a student is in, as far as this page tells of it. */
export type GroupInBrief = { groupId: string; name: string; title: string };

/**
 * The student's group, or null when they have none. That there is none is a result here, not a failure:
 * asking again in the background must not take the form away from them.
 */
export function ownGroup(email: string, cohort: string | undefined) {
  const input = { params: { email }, query: { cohort } };
  return queryOptions({
    queryKey: [...keyOf(findGroup, input), 'in brief'],
    queryFn: async ({ signal }): Promise<GroupInBrief | null> => {
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

/** Tells every page of the group that has just been made. */
export async function rememberGroup(
  email: string,
  cohort: string | undefined,
  group: GroupInBrief,
) {
  await queryClient.cancelQueries({ queryKey: keyOf(findGroup) });
  queryClient.setQueryData(ownGroup(email, cohort).queryKey, group);
  await queryClient.invalidateQueries({ queryKey: keyOf(findGroup) });
}
