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

/** Over the page when the session expires mid-work: what is typed below stays, and the call goes on. */
export function LoginDialog() {
  const isAsked = useRelogin();
  const before = useSession();
  // Logged out meanwhile, in another tab: whoever waits must not wait for ever.
  useEffect(() => cancel, []);

  const goOn = (reply: ReplyOf<typeof login>) => {
    const session = sessionOf(reply);
    if (before && before.userId !== session.userId) {
      // Somebody else: nothing on this page is theirs.
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
