import { Button, Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { resolveRelogin, useIsReloginRequested } from '#client/api/connection/relogin.ts';
import { type Session, startSession, useSession } from '#client/api/session/session.ts';
import { paths } from '#contract/paths.ts';
import { LoginForm } from './login-form.tsx';
import { useOpenSession } from './use-open-session.ts';

const cancel = () => resolveRelogin('cancelled');

/** Login dialog for an expired session. The page keeps unsaved input, and pending requests continue after the login. */
export function LoginDialog() {
  const isAsked = useIsReloginRequested();
  const before = useSession();
  const openSession = useOpenSession();
  // On unmount, such as after a logout in another tab, cancel the requests that wait for a new login.
  useEffect(() => cancel, []);

  const goOn = (session: Session) => {
    if (before && before.userId !== session.userId) {
      // If a different user has logged in, leave the page, because it shows the previous user's data.
      cancel();
      return openSession(session, paths.home);
    }
    startSession(session);
    resolveRelogin('again');
  };
  return (
    <Modal opened={isAsked} onClose={cancel} title="Log in again" size="25rem">
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          You’ve been logged out. Log in to continue. Your input is kept.
        </Text>
        <LoginForm email={before?.email ?? ''} onLoggedIn={goOn} />
        <Button variant="subtle" color="gray" onClick={cancel}>
          Cancel
        </Button>
      </Stack>
    </Modal>
  );
}
