import { Accordion, SegmentedControl, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useFilters } from '#client/api/lists/use-filters.ts';
import { useListParams } from '#client/api/lists/use-list-params.ts';
import { useListRead } from '#client/api/lists/use-list-read.ts';
import { GroupEditorDialog } from '#client/groups/editor/group-editor-dialog.tsx';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { formatSearchCount } from '#client/ui/list/format-search-count.ts';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { SearchField } from '#client/ui/list/search-field.tsx';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { type FullGroup, listGroups, type PublicMember } from '#contract/groups.ts';
import { DeleteGroupDialog } from './delete-group.tsx';
import { GroupHistory } from './group-history.tsx';
import { GroupListLoading } from './group-list-loading.tsx';
import { GroupRow } from './group-row.tsx';
import { GroupMenu } from './save-groups.tsx';

const limit = 10;

type RenderProps = {
  documentsOf: (group: FullGroup) => ReactNode;
  documentsOfMember: (group: FullGroup, member: PublicMember) => ReactNode;
};

export function GroupList(renderProps: RenderProps) {
  const address = useFilters(listGroups.query.shape, ['bin']);
  const { change, q, page, search, filter, unknown } = address;
  const isBin = filter.bin === 'true';
  const { code: cohort } = useCohort();
  const groups = useListRead(
    listGroups,
    { query: { page, limit, q, cohort, ...filter } },
    {
      unknown,
      nothing: { groups: [], total: 0 },
      failure: 'Failed to load groups',
      keepsPrevious: true,
    },
  );
  const isCounted = groups.data && !groups.isStale && (q || isBin);
  const where = isBin ? ' in the bin' : '';
  return (
    <Stack gap="md">
      <FilterBar
        actions={
          <>
            <BinSwitch
              isBin={isBin}
              onChange={(bin) => change({ bin: bin ? 'true' : undefined, page: undefined })}
            />
            <GroupMenu q={q} isBin={isBin} cohort={cohort} isDisabled={unknown.length > 0} />
          </>
        }
      >
        <SearchField
          label="Search groups"
          placeholder="Name, title, supervisor, member, roll"
          value={q}
          onSearch={search}
          found={
            isCounted ? formatSearchCount(groups.data?.total ?? 0, 'group', q, where) : undefined
          }
        />
      </FilterBar>
      <UnknownFilters unknown={unknown} onRemove={address.remove} />
      <Loaded read={groups} loading={<GroupListLoading />}>
        {(data) =>
          data.groups.length === 0 ? (
            <NoGroups
              q={q}
              isBin={isBin}
              hasUnknownFilters={unknown.length > 0}
              onClear={unknown.length > 0 ? address.showAll : () => search('')}
            />
          ) : (
            <ListFrame isStale={groups.isStale}>
              <GroupRows groups={data.groups} isBin={isBin} {...renderProps} />
            </ListFrame>
          )
        }
      </Loaded>
      <PageLinks label="Pages of groups" address={address} read={groups} limit={limit} />
      <EditedGroup groups={groups.data?.groups ?? []} />
    </Stack>
  );
}

type GroupRowsProps = RenderProps & { groups: readonly FullGroup[]; isBin: boolean };

function GroupRows({ groups, isBin, documentsOf, documentsOfMember }: GroupRowsProps) {
  const { change } = useListParams();
  const [opened, setOpened] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<FullGroup>();
  const [historyOf, setHistoryOf] = useState<FullGroup>();
  return (
    <>
      <Accordion order={2} value={opened} onChange={setOpened} className="unruledEnd">
        {groups.map((group) => (
          <GroupRow
            key={group._id}
            group={group}
            isBin={isBin}
            documents={opened === group._id && documentsOf(group)}
            belowMember={(member) => opened === group._id && documentsOfMember(group, member)}
            onEdit={() => change({ edit: group._id })}
            onDelete={() => setDeleting(group)}
            onHistory={() => setHistoryOf(group)}
          />
        ))}
      </Accordion>
      <DeleteGroupDialog group={deleting} onClose={() => setDeleting(undefined)} />
      <GroupHistory group={historyOf} onClose={() => setHistoryOf(undefined)} />
    </>
  );
}

/** Editor that stays open even if the list no longer contains the group. */
function EditedGroup({ groups }: { groups: readonly FullGroup[] }) {
  const { params, change } = useListParams();
  const groupId = params.get('bin') === 'true' ? null : params.get('edit');
  return (
    <GroupEditorDialog
      groupId={groupId}
      group={groups.find(({ _id }) => _id === groupId)}
      onClose={() => change({ edit: undefined }, true)}
    />
  );
}

type BinSwitchProps = { isBin: boolean; onChange: (isBin: boolean) => void };

function BinSwitch({ isBin, onChange }: BinSwitchProps) {
  return (
    <SegmentedControl
      aria-label="Shown groups"
      data={[
        { value: 'all', label: 'In use' },
        { value: 'bin', label: 'Bin' },
      ]}
      value={isBin ? 'bin' : 'all'}
      onChange={(value) => onChange(value === 'bin')}
    />
  );
}

type NoGroupsProps = { q: string; isBin: boolean; hasUnknownFilters: boolean; onClear: () => void };

function NoGroups({ q, isBin, hasUnknownFilters, onClear }: NoGroupsProps) {
  if (hasUnknownFilters) {
    return (
      <NothingFound title="No matching groups" all="groups" onShowAll={onClear}>
        This page’s URL contains an unknown filter.
      </NothingFound>
    );
  }
  if (q !== '') {
    return (
      <NothingFound title={`No groups match “${q}”`} onShowAll={onClear}>
        Search by group name, title, supervisor, examiner, or a member’s name, email or roll number.
      </NothingFound>
    );
  }
  if (isBin) {
    return (
      <EmptyState drawing="done" title="The bin is empty">
        Deleted groups are kept here with their marks and files, and can be restored.
      </EmptyState>
    );
  }
  return (
    <EmptyState drawing="folder" title="No groups yet">
      Groups appear here once a student submits a proposal.
    </EmptyState>
  );
}
