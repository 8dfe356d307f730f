import { Divider, Modal, Stack, Title } from '@mantine/core';
import { useSession } from '#client/api/session/session.ts';
import { OwnEmailForm } from './own-email-form.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { ChangePasswordForm } from './password-form.tsx';

export function AccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const session = useSession();
  return (
    <Modal opened={opened} onClose={onClose} title="Password and devices" size="32rem">
      <Stack gap="lg">
        {session?.role === 'admin' && (
          <>
            <OwnEmailForm key={session.email} session={session} />
            <Divider />
          </>
        )}
        <Title order={3} size="h4">
          Password
        </Title>
        <ChangePasswordForm />
        <Divider />
        <Title order={3} size="h4">
          Where you are logged in
        </Title>
        <OwnSessions />
      </Stack>
    </Modal>
  );
}
