import { Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { useListParams } from '#client/api/use-list-params.ts';
import { useRead } from '#client/api/use-read.ts';
import { formatSearchCount } from '#client/ui/list/format-search-count.ts';
import { ImportLink } from '#client/ui/list/import-link.tsx';
import { ListBar } from '#client/ui/list/list-bar.tsx';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { links } from '#contract/links.ts';
import { listUsers, type User } from '#contract/users.ts';
import { type AccountAction, AccountDialog } from './account-dialog.tsx';
import { NewUser } from './new-user.tsx';
import { SaveUsers } from './save-users.tsx';
import { UnsavedUser } from './unsaved-user.tsx';
import { type RowEditing, useRowEditing } from './use-row-editing.ts';
import classes from './user-list.module.css';
import { UserRow } from './user-row.tsx';
import { WaitingNote } from './waiting-note.tsx';

const limit = 20;

export function UserList() {
  const address = useListParams();
  const { params, change, q, page, search } = address;
  const isWaiting = params.has('waiting');
  const users = useRead(
    listUsers,
    { query: { page, limit, q, ...(isWaiting && { waiting: 'true' }) } },
    { failure: 'Failed to load users', keepsPrevious: true },
  );
  const editing = useRowEditing();
  const [isNewDirty, setIsNewDirty] = useState(false);
  const newName = params.get('new');
  return (
    <Stack gap="md">
      <ListBar
        label="Search users"
        placeholder="Name, email or role"
        value={q}
        onSearch={search}
        found={
          users.data && !users.isStale ? formatSearchCount(users.data.total, 'user', q) : undefined
        }
      >
        <SaveUsers q={q} isWaiting={isWaiting} />
        <ImportLink to={links.importOf('users')} />
        <NewUser
          onDirty={setIsNewDirty}
          asked={
            newName === null ? undefined : { name: newName, supervises: params.has('supervises') }
          }
          onTaken={() => change({ new: undefined, supervises: undefined }, true)}
        />
      </ListBar>
      <WaitingNote
        isShown={isWaiting}
        onShow={(isShown) =>
          change({ waiting: isShown ? 'true' : undefined, q: undefined, page: undefined })
        }
      />
      <Loaded read={users} loading={<LoadingTable rows={8} columns={4} label="Loading users…" />}>
        {(data) =>
          data.users.length > 0 ? (
            <ListFrame isStale={users.isStale}>
              <UserTable users={data.users} isWaiting={isWaiting} editing={editing} />
            </ListFrame>
          ) : (
            q !== '' && (
              <NothingFound title={`No user matches “${q}”`} onShowAll={() => search('')}>
                The search covers names, emails and roles.
              </NothingFound>
            )
          )
        }
      </Loaded>
      <PageLinks label="Pages of users" address={address} read={users} limit={limit} />
      <UnsavedUser editing={editing} isNewDirty={isNewDirty} />
    </Stack>
  );
}

type UserTableProps = { users: readonly User[]; isWaiting: boolean; editing: RowEditing };

function UserTable({ users, isWaiting, editing }: UserTableProps) {
  const [asked, setAsked] = useState<AccountAction>();
  return (
    <>
      <Table aria-label="Users">
        <Head />
        <Table.Tbody>
          {users.map((user) => (
            <UserRow
              key={user._id}
              user={user}
              isEditing={editing.userId === user._id}
              isWaiting={isWaiting}
              onEdit={() => editing.open(user._id)}
              onDirty={editing.setDirty}
              onDone={editing.close}
              onAsk={(action) => setAsked({ user, action })}
            />
          ))}
        </Table.Tbody>
      </Table>
      <AccountDialog asked={asked} onClose={() => setAsked(undefined)} />
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
