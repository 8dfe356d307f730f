import { Button, Popover, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { Session } from '#client/api/session.ts';
import { logOut } from '#client/session/log-out.ts';
import classes from './nav-bar.module.css';
import { UserFace } from './user-face.tsx';

export const roleNames = { admin: 'Admin', faculty: 'Faculty', student: 'Student' } as const;

/** Who is logged in, and the way out. */
export function UserMenu({ session }: { session: Session }) {
  return (
    <Popover
      width={250}
      position="bottom-end"
      shadow="md"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton className={classes.userButton}>
          <VisuallyHidden>Account: </VisuallyHidden>
          <UserFace name={session.name} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Account">
        <Text size="sm" fw={600} className={classes.breakable}>
          {session.name}
        </Text>
        <Text size="sm" c="dimmed" className={classes.breakable}>
          {session.email}
        </Text>
        <Text size="sm" c="dimmed" mb="sm">
          {roleNames[session.role]}
        </Text>
        <LogoutButton />
      </Popover.Dropdown>
    </Popover>
  );
}

export function LogoutButton() {
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconLogout size={16} aria-hidden />}
      onClick={() => logOut()}
    >
      Logout
    </Button>
  );
}
