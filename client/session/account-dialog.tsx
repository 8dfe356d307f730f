import { Divider, Modal, Stack, Title } from '@mantine/core';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';

/** One's own account: the password, and where one is logged in. */
export function AccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Password and sessions" size="32rem">
      <Stack gap="lg">
        <Title order={3} size="h4">
          Password
        </Title>
        <PasswordForm />
        <Divider />
        <Title order={3} size="h4">
          Where you are logged in
        </Title>
        <OwnSessions />
      </Stack>
    </Modal>
  );
}
