import { Stack, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#client/api/problems.ts';
import { query } from '#client/api/queries.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { LeaveDialog } from '#client/ui/dialog/leave-dialog.tsx';
import list from '#client/ui/list/list.module.css';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { SearchField } from '#client/ui/list/search-field.tsx';
import { useLastPage } from '#client/ui/list/use-last-page.ts';
import { useListAddress } from '#client/ui/list/use-list-address.ts';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { listUsers } from '#contract/users.ts';
import { type AccountAction, AccountDialog } from './account-dialog.tsx';
import { NewUser } from './new-user.tsx';
import classes from './user-list.module.css';
import { UserRow } from './user-row.tsx';
import { WaitingNote } from './waiting-note.tsx';

const limit = 20;

/** The users that the address asks for. */
function useUsers() {
  const address = useListAddress();
  const { params, q, page, goToPage } = address;
  const isWaiting = params.has('waiting');
  const users = useQuery({
    ...query(listUsers, { query: { page, limit, q, ...(isWaiting && { waiting: 'true' }) } }),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = users;
  useLastPage({ page, limit, total: isPlaceholderData ? undefined : data?.total, goToPage });
  return { address, users, isWaiting, total: data?.total ?? 0 };
}

/** Everybody with an account, to be edited in the table itself (spec 2). */
export function UserList() {
  const { address, users, isWaiting, total } = useUsers();
  const { params, change, q, page, search, goToPage } = address;
  const { data, error, refetch, isFetching, isPlaceholderData } = users;
  const newName = params.get('new');
  const [editing, setEditing] = useState<string>();
  const [next, setNext] = useState<string>();
  const [isRowDirty, setIsRowDirty] = useState(false);
  const [isNewDirty, setIsNewDirty] = useState(false);
  const [asked, setAsked] = useState<AccountAction>();

  const edit = (userId: string | undefined) => {
    setIsRowDirty(false);
    setNext(undefined);
    setEditing(userId);
  };
  return (
    <Stack gap="md">
      <div className={list.bar}>
        <SearchField
          label="Search users"
          placeholder="Name, email or role"
          value={q}
          onSearch={search}
          found={data && !isPlaceholderData ? formatCount(total, q) : undefined}
        />
        <div className={list.beside}>
          <NewUser
            onDirty={setIsNewDirty}
            asked={
              newName === null ? undefined : { name: newName, supervises: params.has('supervises') }
            }
            onTaken={() => change({ new: undefined, supervises: undefined }, true)}
          />
        </div>
      </div>
      <WaitingNote
        isShown={isWaiting}
        onShow={(isShown) =>
          change({ waiting: isShown ? 'true' : undefined, q: undefined, page: undefined })
        }
      />
      {error && !data ? (
        <ErrorState
          message={messageOf(error, 'Failed to load users')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : !data ? (
        <LoadingTable rows={8} columns={4} label="Loading users…" />
      ) : data.users.length === 0 && q === '' ? null : data.users.length === 0 ? (
        <NothingFound title={`No user matches “${q}”`} onShowAll={() => search('')}>
          Names, emails and roles are searched.
        </NothingFound>
      ) : (
        <div className={list.frame} aria-busy={isPlaceholderData}>
          <Table aria-label="Users">
            <Head />
            <Table.Tbody>
              {data.users.map((user) => (
                <UserRow
                  key={user._id}
                  user={user}
                  isEditing={editing === user._id}
                  isWaiting={isWaiting}
                  onEdit={() => (isRowDirty ? setNext(user._id) : edit(user._id))}
                  onDirty={setIsRowDirty}
                  onDone={() => edit(undefined)}
                  onAsk={(action) => setAsked({ user, action })}
                />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <PageLinks
        label="Pages of users"
        page={page}
        limit={limit}
        total={total}
        onPageChange={goToPage}
      />
      <AccountDialog asked={asked} onClose={() => setAsked(undefined)} />
      <UnsavedUser
        isDirty={isRowDirty || isNewDirty}
        isLeft={next !== undefined}
        onDiscard={() => edit(next)}
        onKeep={() => setNext(undefined)}
      />
    </Stack>
  );
}

type UnsavedUserProps = {
  isDirty: boolean;
  /** Another row is to be edited. */
  isLeft: boolean;
  onDiscard: () => void;
  onKeep: () => void;
};

/** Asks before unsaved work is lost, to another row or by leaving the page. */
function UnsavedUser({ isDirty, isLeft, onDiscard, onKeep }: UnsavedUserProps) {
  return (
    <>
      <ConfirmDialog
        opened={isLeft}
        title="Edit another user?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={onDiscard}
        onClose={onKeep}
      >
        What you have changed in this user is not saved yet.
      </ConfirmDialog>
      <LeaveDialog
        when={isDirty}
        guardsSearch
        title="Leave without saving?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
      >
        What you have typed about a user is not saved yet.
      </LeaveDialog>
    </>
  );
}

function Head() {
  return (
    <Table.Thead className={classes.head}>
      <Table.Tr>
        <Table.Th>Name</Table.Th>
        <Table.Th>Role</Table.Th>
        <Table.Th>CV</Table.Th>
        <Table.Th className={classes.since}>Since</Table.Th>
        <Table.Th>Status</Table.Th>
        <Table.Th ta="right">Actions</Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

function formatCount(total: number, q: string): string {
  return `${total === 1 ? '1 user' : `${total} users`}${q === '' ? '' : ` found for “${q}”`}`;
}
