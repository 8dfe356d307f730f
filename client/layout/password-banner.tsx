import { Box, Button, Group, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { formatDate } from '#contract/values/time.ts';
import { useAccountDialog } from './navigation/user-menu.tsx';
import classes from './page-layout.module.css';

/** `endsAt` is undefined once the user has replaced the one-time password. */
export function OneTimePasswordBanner({ endsAt }: { endsAt: string | undefined }) {
  const zone = useTimeZone();
  const account = useAccountDialog();
  return (
    <>
      {endsAt && (
        <Box
          component="section"
          aria-label="One-time password"
          bg="var(--mantine-color-brass-light)"
          style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
          data-no-print
        >
          {/* Keep the button away from the right edge of the window, where toasts would cover it. */}
          <Group gap="0.5rem 1.5rem" py="0.6rem" className={classes.inner}>
            <Text size="sm">
              Your one-time password expires on {formatDate(endsAt, zone)}. Choose your own password
              before then.
            </Text>
            <Button size="compact-sm" onClick={account.open}>
              Choose a password
            </Button>
          </Group>
        </Box>
      )}
      {account.element}
    </>
  );
}
