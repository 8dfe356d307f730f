import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/api/connection/call.ts';
import { buildQueryKey, queryClient } from '#client/api/queries.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { findGroup } from '#contract/groups.ts';
import { Problem } from '#contract/problem.ts';
import type { submitProposal } from '#contract/students/proposals.ts';

export type GroupSummary = { groupId: string; name: string; title: string };

async function readOwnGroup(
  email: string,
  cohort: string | undefined,
  signal?: AbortSignal,
): Promise<GroupSummary> {
  const input = { params: { email }, query: { cohort } };
  const { group } = await call(findGroup, input, { signal });
  return { groupId: group._id, name: group.fypGroupName, title: group.fypTitle };
}

/** Query for the student's group. Returns null if there is none, because an error would replace the proposal form. */
export function buildOwnGroupQuery(email: string, cohort: string | undefined) {
  const input = { params: { email }, query: { cohort } };
  return queryOptions({
    queryKey: [...buildQueryKey(findGroup, input), 'in brief'],
    queryFn: async ({ signal }): Promise<GroupSummary | null> => {
      try {
        return await readOwnGroup(email, cohort, signal);
      } catch (error) {
        if (error instanceof Problem && error.code === 'no-group') return null;
        throw error;
      }
    },
  });
}

/** Returns the submitted group. Reads it if the reply omits its name, and otherwise shows its title as its name. */
export async function getCreatedGroup(
  { groupId, fypGroupName: name }: Partial<EndpointReply<typeof submitProposal>>,
  title: string,
  email: string,
  cohort: string | undefined,
): Promise<GroupSummary> {
  if (groupId && name) return { groupId, name, title };
  const unnamed = { groupId: groupId ?? '', name: title, title };
  return readOwnGroup(email, cohort).catch(() => unnamed);
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
