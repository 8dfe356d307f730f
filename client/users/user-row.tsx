import { ActionIcon, Anchor, Badge, Button, Group, Menu, Table, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type Ref, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useIsModuleEnabled, useTimeZone } from '#client/api/portal.ts';
import { useSession } from '#client/api/session/session.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import type { User, updateUser } from '#contract/users.ts';
import { formatDate } from '#contract/values/time.ts';
import type { AccountAction } from './account-dialog.tsx';
import { UserForm } from './user-form.tsx';
import classes from './user-list.module.css';

type UserRowProps = {
  user: User;
  isEditing: boolean;
  isWaiting: boolean;
  onEdit: () => void;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
  onSaved: (reply: EndpointReply<typeof updateUser>) => void;
  onAsk: (action: AccountAction['action']) => void;
};

const roleColors = { admin: 'brass', faculty: 'pine', student: 'gray' };

export function UserRow({ isEditing, onDirty, onDone, onSaved, ...row }: UserRowProps) {
  const { user } = row;
  const isOwn = useSession()?.userId === user._id;
  const hasCv = useIsModuleEnabled('cv');
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Focus the edit button, because the form that had the focus has been removed.
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    return (
      <Table.Tr p={0}>
        <Table.Td colSpan={hasCv ? 6 : 5} p="md" bg="var(--portal-tint)">
          <UserForm user={user} isOwn={isOwn} onDirty={onDirty} onDone={onDone} onSaved={onSaved} />
        </Table.Td>
      </Table.Tr>
    );
  }
  return (
    <Table.Tr className={classes.row} style={{ verticalAlign: 'middle' }}>
      <UserIdentity user={user} isOwn={isOwn} />
      <Table.Td>
        <Badge color={roleColors[user.role]} miw="max-content">
          {user.role}
        </Badge>
        {user.role === 'faculty' && user.supervises && (
          <Text size="xs" c="dimmed">
            supervises
          </Text>
        )}
      </Table.Td>
      {hasCv && <Cv user={user} />}
      <SignUpDate user={user} />
      <Table.Td>
        <Status user={user} />
      </Table.Td>
      <Actions {...row} editButton={edit} />
    </Table.Tr>
  );
}

function UserIdentity({ user: { name, email, memberOf }, isOwn }: { user: User; isOwn: boolean }) {
  return (
    <Table.Th scope="row" fw={400} className={classes.who}>
      <Group gap={8} wrap="nowrap">
        <Text span fw={600} className="breakable" translate="no">
          {name}
        </Text>
        {isOwn && <Badge size="sm">You</Badge>}
      </Group>
      <Text size="sm" c="dimmed" className="breakable">
        {email}
      </Text>
      {memberOf && (
        <Text size="sm" className="breakable">
          {memberOf.roll} ·{' '}
          <Anchor component={Link} to={paths.group(memberOf.fypGroupName)} inherit>
            {memberOf.fypGroupName}
          </Anchor>
        </Text>
      )}
    </Table.Th>
  );
}

function Cv({ user: { name, fileUrl } }: { user: User }) {
  return (
    <Table.Td visibleFrom={fileUrl === null ? 'sm' : undefined}>
      {fileUrl ? (
        <Anchor
          href={fileUrl}
          target="_blank"
          rel="noopener"
          size="sm"
          aria-label={`CV of ${name} (opens in a new tab)`}
        >
          CV
        </Anchor>
      ) : (
        <Text size="sm" c="dimmed">
          None
        </Text>
      )}
    </Table.Td>
  );
}

function SignUpDate({ user }: { user: User }) {
  const zone = useTimeZone();
  return (
    <Table.Td visibleFrom="md" style={{ whiteSpace: 'nowrap' }}>
      <Text size="sm" c="dimmed">
        {formatDate(user.createdAt, zone)}
      </Text>
    </Table.Td>
  );
}

function Status({ user: { blockedAt, confirmedAt } }: { user: User }) {
  if (blockedAt) return <Badge color="gray">Blocked</Badge>;
  return (
    <Text size="sm" c="dimmed" visibleFrom={confirmedAt ? 'sm' : undefined}>
      {confirmedAt ? 'Active' : 'Email not confirmed'}
    </Text>
  );
}

type ActionsProps = Pick<UserRowProps, 'user' | 'isWaiting' | 'onEdit' | 'onAsk'> & {
  editButton: Ref<HTMLButtonElement>;
};

function Actions({ user, isWaiting, onEdit, onAsk, editButton }: ActionsProps) {
  return (
    <Table.Td ms="auto">
      <Group gap={4} wrap="nowrap" justify="flex-end">
        {isWaiting && (
          <Button size="xs" aria-label={`Confirm ${user.name}`} onClick={() => onAsk('confirm')}>
            Confirm
          </Button>
        )}
        <Button
          ref={editButton}
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={`Edit ${user.name}`}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`More actions for ${user.name}`}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!user.confirmedAt && !isWaiting && (
              <Menu.Item onClick={() => onAsk('confirm')}>Confirm email</Menu.Item>
            )}
            {user.blockedAt ? (
              <Menu.Item onClick={() => onAsk('unblock')}>Unblock</Menu.Item>
            ) : (
              <Menu.Item color="red" onClick={() => onAsk('block')}>
                Block
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Table.Td>
  );
}
