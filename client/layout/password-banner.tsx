import { Button, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import { dateInWords } from '#contract/time.ts';
import classes from './page-layout.module.css';
import { useAccountDialog } from './user-menu.tsx';

/**
 * Above every page of somebody who logged in with a one-time password, until they have chosen their own: then `endsAt` is
 * gone, and the dialog stays to say so.
 */
export function PasswordBanner({ endsAt }: { endsAt: string | undefined }) {
  const zone = useTimeZone();
  const account = useAccountDialog();
  return (
    <>
      {endsAt && (
        <section aria-label="One-time password" className={classes.banner} data-no-print>
          <div className={classes.bannerInner}>
            <Text size="sm">
              Your one-time password expires on {dateInWords(endsAt, zone)}. Choose your own before.
            </Text>
            <Button size="compact-sm" onClick={account.open}>
              Choose a password
            </Button>
          </div>
        </section>
      )}
      {account.element}
    </>
  );
}
