import { Anchor, Badge, Button, Group, Table, Text } from '@mantine/core';
import { type Ref, useEffect, useRef } from 'react';
import { useIsModuleEnabled, useTimeZone } from '#client/api/portal.ts';
import { useSession } from '#client/api/session/session.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
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

function UserIdentity({ user: { name, email }, isOwn }: { user: User; isOwn: boolean }) {
  return (
    <Table.Th scope="row" fw={400} className={classes.who}>
      <Group gap={8} wrap="nowrap">
        <Text span fw={600} className="breakable">
          {name}
        </Text>
        {isOwn && <Badge size="sm">You</Badge>}
      </Group>
      <Text size="sm" c="dimmed" className="breakable">
        {email}
      </Text>
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
    <Table.Td ta="right" ms="auto" style={{ whiteSpace: 'nowrap' }}>
      {isWaiting && (
        <Button size="xs" aria-label={`Confirm ${user.name}`} onClick={() => onAsk('confirm')}>
          Confirm
        </Button>
      )}
      {!user.confirmedAt && !isWaiting && (
        <RowAction label="Confirm email" of={user} onClick={() => onAsk('confirm')} />
      )}
      <RowAction ref={editButton} label="Edit" of={user} onClick={onEdit} />
      {user.blockedAt ? (
        <RowAction label="Unblock" of={user} onClick={() => onAsk('unblock')} />
      ) : (
        <RowAction label="Block" of={user} color="red" onClick={() => onAsk('block')} />
      )}
    </Table.Td>
  );
}

type RowActionProps = {
  label: string;
  of: User;
  color?: 'gray' | 'red';
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
};

function RowAction({ label, of, color = 'gray', ref, onClick }: RowActionProps) {
  return (
    <Button
      ref={ref}
      variant="subtle"
      color={color}
      size="xs"
      aria-label={`${label} ${label.includes(' ') ? 'of ' : ''}${of.name}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
