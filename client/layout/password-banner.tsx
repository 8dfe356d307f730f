import { Button, Group, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { formatDate } from '#contract/values/time.ts';
import classes from './page-layout.module.css';
import { useAccountDialog } from './user-menu.tsx';

/**
 * Above every page of somebody who logged in with a one-time password, until they have chosen their own: then `endsAt` is
 * undefined, and the dialog stays open to confirm it.
 */
export function PasswordBanner({ endsAt }: { endsAt: string | undefined }) {
  const zone = useTimeZone();
  const account = useAccountDialog();
  return (
    <>
      {endsAt && (
        <section aria-label="One-time password" className={classes.banner} data-no-print>
          {/* The button stands beside the text, not at the right: there the toast of the login would cover it. */}
          <Group gap="0.5rem 1.5rem" py="0.6rem" className={classes.inner}>
            <Text size="sm">
              Your one-time password expires on {formatDate(endsAt, zone)}. Choose your own before.
            </Text>
            <Button size="compact-sm" onClick={account.open}>
              Choose a password
            </Button>
          </Group>
        </section>
      )}
      {account.element}
    </>
  );
}
