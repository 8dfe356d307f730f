import { Accordion, SegmentedControl, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '#client/api/problems.ts';
import { query } from '#client/api/queries.ts';
import { GroupEditorDialog } from '#client/groups/editor/group-editor-dialog.tsx';
import list from '#client/ui/list/list.module.css';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { SearchField } from '#client/ui/list/search-field.tsx';
import { useLastPage } from '#client/ui/list/use-last-page.ts';
import { useListAddress } from '#client/ui/list/use-list-address.ts';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { type FullGroup, listGroups, type MemberCard } from '#contract/groups.ts';
import { DeleteGroup } from './delete-group.tsx';
import { GroupHistory } from './group-history.tsx';
import classes from './group-list.module.css';
import { GroupListLoading } from './group-list-loading.tsx';
import { GroupRow } from './group-row.tsx';

const limit = 10;

type GroupListProps = {
  /** The group's files; another feature draws them. */
  documentsOf: (group: FullGroup) => ReactNode;
  /** What a member handed in about themselves. */
  documentsOfMember: (group: FullGroup, member: MemberCard) => ReactNode;
};

/** All groups, or those in the bin: search, paging, and what an admin does with each (spec 2). */
export function GroupList({ documentsOf, documentsOfMember }: GroupListProps) {
  const { params, change, q, page, search, goToPage } = useListAddress();
  const isBin = params.get('bin') === 'true';
  const [opened, setOpened] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<FullGroup>();
  const [historyOf, setHistoryOf] = useState<FullGroup>();
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...query(listGroups, { query: { page, limit, q, ...(isBin && { bin: 'true' }) } }),
    placeholderData: keepPreviousData,
  });
  const total = data?.total ?? 0;
  const groups = data?.groups ?? [];
  const editId = isBin ? null : params.get('edit');

  useLastPage({ page, limit, total: isPlaceholderData ? undefined : data?.total, goToPage });

  return (
    <Stack gap="md">
      <div className={list.bar}>
        <SearchField
          label="Search groups"
          placeholder="Name, title, supervisor, member, roll"
          value={q}
          onSearch={search}
          found={
            data && !isPlaceholderData && (q || isBin) ? formatCount(total, q, isBin) : undefined
          }
        />
        <WhichGroups
          isBin={isBin}
          onChange={(bin) => change({ bin: bin ? 'true' : undefined, page: undefined })}
        />
      </div>
      {error && !data ? (
        <ErrorState
          message={messageOf(error, 'Failed to load groups')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : !data ? (
        <GroupListLoading />
      ) : groups.length === 0 ? (
        <NoGroups q={q} isBin={isBin} onClear={() => search('')} />
      ) : (
        <Accordion
          order={2}
          value={opened}
          onChange={setOpened}
          className={`${list.frame} ${classes.rows}`}
          aria-busy={isPlaceholderData}
        >
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
      )}
      <PageLinks
        label="Pages of groups"
        page={page}
        limit={limit}
        total={total}
        onPageChange={goToPage}
      />
      <DeleteGroup group={deleting} onClose={() => setDeleting(undefined)} />
      <GroupHistory group={historyOf} onClose={() => setHistoryOf(undefined)} />
      <GroupEditorDialog
        groupId={editId}
        group={groups.find(({ _id }) => _id === editId)}
        onClose={() => change({ edit: undefined }, true)}
      />
    </Stack>
  );
}

type WhichGroupsProps = { isBin: boolean; onChange: (isBin: boolean) => void };

function WhichGroups({ isBin, onChange }: WhichGroupsProps) {
  return (
    <div className={list.beside}>
      <SegmentedControl
        aria-label="Which groups"
        data={[
          { value: 'all', label: 'In use' },
          { value: 'bin', label: 'Bin' },
        ]}
        value={isBin ? 'bin' : 'all'}
        onChange={(value) => onChange(value === 'bin')}
      />
    </div>
  );
}

function formatCount(total: number, q: string, isBin: boolean): string {
  const groups = total === 1 ? '1 group' : `${total} groups`;
  return `${groups}${isBin ? ' in the bin' : ''}${q === '' ? '' : ` found for “${q}”`}`;
}

function NoGroups({ q, isBin, onClear }: { q: string; isBin: boolean; onClear: () => void }) {
  if (q !== '') {
    return (
      <NothingFound title={`No group matches “${q}”`} onShowAll={onClear}>
        Names, titles, supervisors, examiners, and members’ names, emails and rolls are searched.
      </NothingFound>
    );
  }
  if (isBin) {
    return (
      <EmptyState drawing="done" title="The bin is empty">
        Deleted groups come here with their marks and files, and can be restored.
      </EmptyState>
    );
  }
  return (
    <EmptyState drawing="folder" title="No groups yet">
      A group appears here as soon as a student has submitted its proposal.
    </EmptyState>
  );
}
