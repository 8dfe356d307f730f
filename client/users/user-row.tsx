import { Anchor, Badge, Button, Group, Table, Text } from '@mantine/core';
import { type Ref, useEffect, useRef } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useSession } from '#client/api/session.ts';
import { formatDate } from '#contract/time.ts';
import type { User } from '#contract/users.ts';
import type { AccountAction } from './account-dialog.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { UserForm } from './user-form.tsx';
import classes from './user-list.module.css';

type UserRowProps = {
  user: User;
  isEditing: boolean;
  /** In the list of those who wait to be confirmed, which says what it means. */
  isWaiting: boolean;
  onEdit: () => void;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
  onAsk: (action: AccountAction['action']) => void;
};

const roleColors = { admin: 'brass', faculty: 'pine', student: 'gray' };

/** One user as a row of the table, or in its place the form to edit him. */
export function UserRow({
  user,
  isEditing,
  isWaiting,
  onEdit,
  onDirty,
  onDone,
  onAsk,
}: UserRowProps) {
  const zone = useTimeZone();
  const isOwn = useSession()?.userId === user._id;
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The form is gone with the button that had the focus.
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    return (
      <Table.Tr>
        <Table.Td colSpan={6} className={classes.form}>
          <UserForm user={user} isOwn={isOwn} onDirty={onDirty} onDone={onDone} />
        </Table.Td>
      </Table.Tr>
    );
  }
  return (
    <Table.Tr className={classes.row}>
      <Table.Th scope="row" className={classes.who}>
        <Group gap={8} wrap="nowrap">
          <Text span fw={600} className="breakable">
            {user.name}
          </Text>
          {isOwn && <Badge size="sm">You</Badge>}
        </Group>
        <Text size="sm" c="dimmed" className="breakable">
          {user.email}
        </Text>
      </Table.Th>
      <Table.Td>
        <Badge color={roleColors[user.role]} className={classes.role}>
          {user.role}
        </Badge>
        {user.role === 'faculty' && user.supervises && (
          <Text size="xs" c="dimmed">
            supervises
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.cv} data-empty={user.fileUrl === null || undefined}>
        {user.fileUrl ? (
          <Anchor
            href={user.fileUrl}
            target="_blank"
            rel="noopener"
            size="sm"
            aria-label={`CV of ${user.name} (opens in a new tab)`}
          >
            CV
          </Anchor>
        ) : (
          <Text size="sm" c="dimmed">
            None
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.since}>
        <Text size="sm" c="dimmed" className="tabular">
          {formatDate(user.createdAt, zone)}
        </Text>
      </Table.Td>
      <Table.Td>
        {user.blockedAt ? (
          <Badge color="red">Blocked</Badge>
        ) : (
          <Text size="sm" c="dimmed" className={user.confirmedAt ? classes.active : undefined}>
            {user.confirmedAt ? 'Active' : 'Email not confirmed'}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.actions}>
        {isWaiting && <ConfirmButton user={user} />}
        {!user.confirmedAt && !isWaiting && (
          <RowAction label="Confirm email" of={user} onClick={() => onAsk('confirm')} />
        )}
        <RowAction ref={edit} label="Edit" of={user} onClick={onEdit} />
        {user.blockedAt ? (
          <RowAction label="Unblock" of={user} onClick={() => onAsk('unblock')} />
        ) : (
          <RowAction label="Block" of={user} color="red" onClick={() => onAsk('block')} />
        )}
      </Table.Td>
    </Table.Tr>
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
