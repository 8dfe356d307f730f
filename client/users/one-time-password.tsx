import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { User } from '#contract/users.ts';
import { oneTimePasswordDays } from '#contract/values/password.ts';

type OneTimePasswordProps = { user: User; password: string; onDone: () => void };

export function OneTimePassword({ user, password, onDone }: OneTimePasswordProps) {
  return (
    <Stack gap="md">
      <Text>
        <bdi>{user.name}</bdi> logs in as {user.email} with this one-time password:
      </Text>
      <Group gap="sm" wrap="nowrap">
        <Code flex={1} px="sm" py="xs" fz="lg" lts="0.05em" aria-label="One-time password">
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
        It is not shown again and expires after {oneTimePasswordDays} days. Hand it over now; if it
        gets lost, set a new password for the account.
      </Alert>
      <Button onClick={onDone} ml="auto">
        Done
      </Button>
    </Stack>
  );
}
