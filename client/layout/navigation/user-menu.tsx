import { Button, Group, Popover, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock, IconLogout } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { Session } from '#client/api/session/session.ts';
import { lazyExtra } from '#client/layout/lazy-part.tsx';
import { logOut } from '#client/session/log-out.ts';
import { roleNames } from '#contract/values/role-names.ts';
import { UserButtonContent, userButtonProps } from './user-face.tsx';

export function UserMenu({ session }: { session: Session }) {
  const [isOpen, menu] = useDisclosure(false);
  const account = useAccountDialog();
  const open = () => {
    menu.close();
    account.open();
  };
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={(opened) => (opened ? menu.open() : menu.close())}
        width={250}
        position="bottom-end"
        shadow="md"
        withinPortal={false}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Group component={UnstyledButton} {...userButtonProps} onClick={menu.toggle}>
            <VisuallyHidden>Account: </VisuallyHidden>
            <UserButtonContent name={session.name} />
          </Group>
        </Popover.Target>
        <Popover.Dropdown aria-label="Account">
          <Text size="sm" fw={600} className="breakable">
            {session.name}
          </Text>
          <Text size="sm" c="dimmed" className="breakable">
            {session.email}
          </Text>
          <Text size="sm" c="dimmed" mb="sm">
            {roleNames[session.role]}
          </Text>
          <AccountButtons onOpen={open} />
        </Popover.Dropdown>
      </Popover>
      {account.element}
    </>
  );
}

const AccountDialog = lazyExtra(
  async () => (await import('#client/account/account-dialog.tsx')).AccountDialog,
);

/** Render the dialog outside the menu, so that it stays open when the menu closes. */
export function useAccountDialog() {
  const [opened, dialog] = useDisclosure(false);
  const element = opened && (
    <Suspense>
      <AccountDialog opened onClose={dialog.close} />
    </Suspense>
  );
  return { open: dialog.open, element };
}

export function AccountButtons({ onOpen }: { onOpen: () => void }) {
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        fullWidth
        leftSection={<IconLock size={16} aria-hidden />}
        onClick={onOpen}
      >
        Password and devices
      </Button>
      <LogoutButton />
    </Stack>
  );
}

function LogoutButton() {
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
