import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '#client/api/connection/call.ts';
import { buildQueryOptions, queryClient } from '#client/api/queries.ts';
import { useSession } from '#client/api/session/session.ts';
import type { GroupActionSection } from '#client/feature.ts';
import { getGroup } from '#contract/groups.ts';
import { getGroupsBeside } from '#contract/marks.ts';
import { paths } from '#contract/paths.ts';
import { GroupSteps } from './group-steps.tsx';

export const pageSections: readonly GroupActionSection[] = [
  { order: 10, Component: ({ group }) => <GroupsBeside groupId={group?._id} /> },
];

/** Parameters that stay for the next group: the tab, the part of the marking scheme and the file beside it. */
const keptParameters = ['tab', 'part', 'file'];

const prefetch = (name: string) =>
  void queryClient.prefetchQuery(buildQueryOptions(getGroup, { params: { name } }));

/** Lets staff step through their groups of the cohort. */
function GroupsBeside({ groupId }: { groupId: string | undefined }) {
  const isStaff = useSession()?.role !== 'student';
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { data } = useQuery({
    queryFn: ({ signal }) =>
      call(getGroupsBeside, { params: { groupId: groupId ?? '' } }, { signal }),
    // A key of its own, so that a change of the group refetches nothing: a group that was just dissolved has none.
    queryKey: ['groups beside', groupId],
    enabled: isStaff && groupId !== undefined,
  });
  if (!isStaff || data?.next._id === groupId) return null;
  const open = (name: string) => {
    const parameters = [...params].filter(([key]) => keptParameters.includes(key));
    const search = `${new URLSearchParams(parameters)}`;
    void navigate({ pathname: paths.group(name), search }, { preventScrollReset: true });
  };
  return (
    <Group gap="xs" data-no-print>
      <GroupSteps
        previous={data?.previous.fypGroupName}
        next={data?.next.fypGroupName}
        hasKeys
        onStep={open}
        onIntent={prefetch}
      />
    </Group>
  );
}
