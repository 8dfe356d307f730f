import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useListParams } from '#client/api/lists/use-list-params.ts';
import { useIsModuleEnabled } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { formatSearchCount } from '#client/ui/list/format-search-count.ts';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { ListTable } from '#client/ui/list/list-table.tsx';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { SearchField } from '#client/ui/list/search-field.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { listUsers, type User, type updateUser } from '#contract/users.ts';
import { roleNames } from '#contract/values/role-names.ts';
import { type Role, roles } from '#contract/values/roles.ts';
import { type AccountAction, AccountDialog } from './account-dialog.tsx';
import { NewUserDialog } from './new-user.tsx';
import { HandOverDialog } from './one-time-password.tsx';
import { UserMenu } from './save-users.tsx';
import { UnsavedUserDialog } from './unsaved-user.tsx';
import { type UserRowEditing, useUserRowEditing } from './use-row-editing.ts';
import { UserRow } from './user-row.tsx';
import { UnconfirmedUsersNote } from './waiting-note.tsx';

const limit = 20;

export function UserList() {
  const address = useListParams();
  const { params, change, q, page, search } = address;
  const isWaiting = params.has('waiting');
  const role = roles.find((each) => each === params.get('role'));
  const users = useRead(
    listUsers,
    { query: { page, limit, q, role, ...(isWaiting && { waiting: 'true' }) } },
    { failure: 'Failed to load users', keepsPrevious: true },
  );
  const editing = useUserRowEditing();
  const [isNewDirty, setIsNewDirty] = useState(false);
  const [saved, setSaved] = useState<EndpointReply<typeof updateUser>>();
  const newName = params.get('new');
  return (
    <Stack gap="md">
      <FilterBar
        actions={
          <>
            <NewUserDialog
              onDirty={setIsNewDirty}
              asked={
                newName === null
                  ? undefined
                  : { name: newName, supervises: params.has('supervises') }
              }
              onTaken={() => change({ new: undefined, supervises: undefined }, true)}
            />
            <UserMenu q={q} isWaiting={isWaiting} role={role} />
          </>
        }
      >
        <SearchField
          label="Search users"
          placeholder="Name, email or role"
          value={q}
          onSearch={search}
          found={
            users.data && !users.isStale
              ? formatSearchCount(users.data.total, 'user', q)
              : undefined
          }
        />
        <RoleFilter role={role} onPick={(picked) => change({ role: picked, page: undefined })} />
      </FilterBar>
      <UnconfirmedUsersNote
        isShown={isWaiting}
        onShow={(isShown) =>
          change({
            waiting: isShown ? 'true' : undefined,
            q: undefined,
            role: undefined,
            page: undefined,
          })
        }
      />
      <Loaded read={users} loading={<LoadingTable rows={8} columns={4} label="Loading users…" />}>
        {(data) =>
          data.users.length > 0 ? (
            <ListFrame isStale={users.isStale}>
              <UserTable
                users={data.users}
                isWaiting={isWaiting}
                editing={editing}
                onSaved={setSaved}
              />
            </ListFrame>
          ) : (
            (q !== '' || role) && (
              <NothingFound
                title={q === '' ? 'No matching users' : `No users match “${q}”`}
                onShowAll={() => change({ q: undefined, role: undefined, page: undefined })}
              >
                {q !== '' && 'The search covers names, emails and roles.'}
              </NothingFound>
            )
          )
        }
      </Loaded>
      <PageLinks label="Pages of users" address={address} read={users} limit={limit} />
      <HandOverDialog reply={saved} onDone={() => setSaved(undefined)} />
      <UnsavedUserDialog editing={editing} isNewDirty={isNewDirty} />
    </Stack>
  );
}

type RoleFilterProps = { role: Role | undefined; onPick: (role: string | undefined) => void };

function RoleFilter({ role, onPick }: RoleFilterProps) {
  return (
    <Select
      label="Role"
      placeholder="All roles"
      data={roles.map((value) => ({ value, label: roleNames[value] }))}
      value={role ?? null}
      onChange={(value) => onPick(value ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': 'Show all roles' }}
    />
  );
}

const listColumns = (hasCv: boolean) => [
  { title: 'Name', w: '45%' },
  { title: 'Role' },
  ...(hasCv ? [{ title: 'CV' }] : []),
  { title: 'Since', visibleFrom: 'md' },
  { title: 'Status' },
  { title: 'Actions', ta: 'right' as const },
];

type UserTableProps = {
  users: readonly User[];
  isWaiting: boolean;
  editing: UserRowEditing;
  onSaved: (reply: EndpointReply<typeof updateUser>) => void;
};

function UserTable({ users, isWaiting, editing, onSaved }: UserTableProps) {
  const [asked, setAsked] = useState<AccountAction>();
  const columns = listColumns(useIsModuleEnabled('cv'));
  return (
    <>
      <ListTable label="Users" columns={columns} cardsBelow="sm">
        {users.map((user) => (
          <UserRow
            key={user._id}
            user={user}
            isEditing={editing.userId === user._id}
            isWaiting={isWaiting}
            onEdit={() => editing.open(user._id)}
            onDirty={editing.setDirty}
            onDone={editing.close}
            onSaved={onSaved}
            onAsk={(action) => setAsked({ user, action })}
          />
        ))}
      </ListTable>
      <AccountDialog asked={asked} onDone={onSaved} onClose={() => setAsked(undefined)} />
    </>
  );
}
