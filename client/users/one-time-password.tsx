import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import type { User, updateUser } from '#contract/users.ts';
import { oneTimePasswordDays } from '#contract/values/password.ts';

type HandOverDialogProps = {
  reply: EndpointReply<typeof updateUser> | undefined;
  onDone: () => void;
};

/** Shows the one-time password of an account that an admin has confirmed, if no email can deliver a link. */
export function HandOverDialog({ reply, onDone }: HandOverDialogProps) {
  const password = reply?.oneTimePassword;
  const shown = useLastDefined(password === undefined ? undefined : reply);
  return (
    <Modal
      opened={password !== undefined}
      onClose={onDone}
      title="Account confirmed"
      size="28rem"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {shown?.oneTimePassword && (
        <OneTimePassword user={shown.user} password={shown.oneTimePassword} onDone={onDone} />
      )}
    </Modal>
  );
}

type OneTimePasswordProps = { user: User; password: string; onDone: () => void };

export function OneTimePassword({ user, password, onDone }: OneTimePasswordProps) {
  return (
    <Stack gap="md">
      <Text>
        <bdi>{user.name}</bdi> logs in as {user.email} with this one-time password:
      </Text>
      <Group gap="sm" wrap="nowrap">
        <Code
          translate="no"
          flex={1}
          px="sm"
          py="xs"
          fz="lg"
          lts="0.05em"
          aria-label="One-time password"
        >
          {password}
        </Code>
        <CopyButton value={password} timeout={3000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={
                copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
              }
              data-autofocus
            >
              <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
            </Button>
          )}
        </CopyButton>
      </Group>
      <Alert color="brass">
        It won’t be shown again and expires after {oneTimePasswordDays} days. Hand it over now. If
        it gets lost, set a new password for the account.
      </Alert>
      <DialogFooter>
        <Button onClick={onDone}>Done</Button>
      </DialogFooter>
    </Stack>
  );
}
