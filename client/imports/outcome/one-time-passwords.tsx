import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { OneTimePassword } from '#client/imports/post-import.ts';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { Section } from '#client/ui/section.tsx';
import { oneTimePasswordDays } from '#contract/values/password.ts';
import { saveCsv } from './save-csv.ts';

type OneTimePasswordsProps = { passwords: readonly OneTimePassword[] };

/** Shows passwords once, because the portal stores only their hashes. */
export function OneTimePasswordList({ passwords }: OneTimePasswordsProps) {
  const [isSaved, setIsSaved] = useState(false);
  const save = async () => {
    const rows = passwords.map(({ name, email, password }) => [name, email, password]);
    await saveCsv('one-time-passwords.csv', ['Name', 'Email', 'One-time password'], rows);
    setIsSaved(true);
  };
  return (
    <Section title="4. Hand over the one-time passwords">
      <Stack gap="md" align="flex-start">
        <Alert color="brass">
          This portal sends no email, so each new account has a one-time password. They are not
          shown again, and hold for {oneTimePasswordDays} days. Save the file now, hand the
          passwords over, then delete it.
        </Alert>
        <Button leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void save()}>
          Save {passwords.length} one-time {passwords.length === 1 ? 'password' : 'passwords'}
        </Button>
        <Text size="sm" role="status">
          {isSaved && 'The file is saved.'}
        </Text>
      </Stack>
      <LeavePageDialog
        when={!isSaved}
        guardsSearch
        title="Leave without the one-time passwords?"
        confirmLabel="Leave"
        cancelLabel="Stay"
      >
        They are not saved, and cannot be shown again. Without them you would set a new password for
        each account.
      </LeavePageDialog>
    </Section>
  );
}
