import { Button, Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { answerRelogin, useRelogin } from '#client/api/relogin.ts';
import { startSession, useSession, writeSession } from '#client/api/session.ts';
import { paths } from '#client/paths.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { login } from '#contract/session.ts';
import { LoginForm } from './login-form.tsx';
import { sessionOf } from './session-of.ts';

const cancel = () => answerRelogin('cancelled');

/** Login dialog over a page whose session has expired. The page keeps what was typed, and its requests continue. */
export function LoginDialog() {
  const isAsked = useRelogin();
  const before = useSession();
  // Another tab may log out meanwhile: reject the waiting requests.
  useEffect(() => cancel, []);

  const goOn = (reply: ReplyOf<typeof login>) => {
    const session = sessionOf(reply);
    if (before && before.userId !== session.userId) {
      // Another user logged in: leave this page, which shows the former user's data.
      writeSession(localStorage, session);
      location.assign(paths.home);
      return;
    }
    startSession(session);
    answerRelogin('again');
  };
  return (
    <Modal opened={isAsked} onClose={cancel} title="Log in again" size="25rem">
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          Your session has expired. Log in to go on; what you have typed is kept.
        </Text>
        <LoginForm email={before?.email ?? ''} onLoggedIn={goOn} />
        <Button variant="subtle" color="gray" onClick={cancel}>
          Cancel
        </Button>
      </Stack>
    </Modal>
  );
}
