import { Drawer, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useListRead } from '#client/api/lists/use-list-read.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { formatSearchCount } from '#client/ui/list/format-search-count.ts';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { actionsColumn, ListTable } from '#client/ui/list/list-table.tsx';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { listMeetingGroups, type MeetingGroup } from '#contract/meetings/lists.ts';
import { GroupMeetings } from './group-meetings.tsx';
import { GroupRow } from './group-row.tsx';
import { MeetingFilters } from './meeting-filters.tsx';
import {
  type MeetingsUrlState,
  meetingsPageSize,
  useMeetingsUrlState,
} from './use-meetings-address.ts';

const nothing = { groups: [], total: 0, all: 0, days: 0 };

const columns = [
  { title: 'Group', w: '30%' },
  { title: 'Last meeting' },
  { title: 'Confirmation' },
  { title: 'Next steps' },
  actionsColumn,
];

type MeetingGroupListProps = {
  /** Shown below the list once it is loaded, because a longer list would move it. */
  children: ReactNode;
};

export function MeetingGroupList({ children }: MeetingGroupListProps) {
  const address = useMeetingsUrlState();
  const { filter, page, q, unknown, groupId, show } = address;
  const list = useListRead(
    listMeetingGroups,
    { query: { ...filter, page, limit: meetingsPageSize } },
    {
      unknown,
      nothing,
      failure: 'Couldn’t load the groups',
      keepsPrevious: true,
      staleTime: 0,
    },
  );
  const resultText = list.data && !list.isStale && formatSearchCount(list.data.total, 'group', q);
  const isLoaded = list.data !== undefined || list.error !== undefined;
  return (
    <Stack gap="md" className="wide">
      <MeetingFilters address={address} resultText={resultText || undefined} />
      <UnknownFilters unknown={unknown} onRemove={address.remove} />
      <Loaded read={list} loading={<LoadingTable rows={8} columns={4} label="Loading groups…" />}>
        {({ groups, total, all, days }) =>
          total === 0 ? (
            <NoGroups address={address} hasGroups={all > 0} />
          ) : (
            <ListFrame isStale={list.isStale}>
              <ListTable label="Groups" columns={columns} cardsBelow="md">
                {groups.map((group) => (
                  <GroupRow
                    key={group._id}
                    group={group}
                    days={days}
                    onShow={() => show(group._id)}
                  />
                ))}
              </ListTable>
            </ListFrame>
          )
        }
      </Loaded>
      <PageLinks label="Pages of groups" address={address} read={list} limit={meetingsPageSize} />
      <MeetingsDrawer
        groupId={groupId}
        group={list.data?.groups.find(({ _id }) => _id === groupId)}
        onClose={() => show(undefined)}
      />
      {isLoaded && children}
    </Stack>
  );
}

function NoGroups({ address, hasGroups }: { address: MeetingsUrlState; hasGroups: boolean }) {
  if (!address.isNarrowed || !hasGroups) {
    return (
      <EmptyState title="No groups yet" drawing="people">
        Groups appear here once you’re assigned as their supervisor.
      </EmptyState>
    );
  }
  return (
    <NothingFound title="No matching groups" all="groups" onShowAll={address.showAll}>
      Search by group name, title or member.
    </NothingFound>
  );
}

type MeetingsDrawerProps = {
  groupId: string | undefined;
  /** Undefined if the list does not contain the group. */
  group: MeetingGroup | undefined;
  onClose: () => void;
};

function MeetingsDrawer({ groupId, group, onClose }: MeetingsDrawerProps) {
  // Once its last entry is confirmed, the group may no longer match the filter, but stays open.
  const shown = useLastDefined(group);
  const cohort = useCohort().cohort;
  return (
    <Drawer
      opened={groupId !== undefined && shown?._id === groupId}
      onClose={onClose}
      position="right"
      size="40rem"
      title={shown?.fypGroupName ?? ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown && <GroupMeetings groupId={shown._id} cohortId={cohort?._id ?? null} />}
    </Drawer>
  );
}
