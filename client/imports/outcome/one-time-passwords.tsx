import { Alert, Box, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { OneTimePassword } from '#client/imports/post-import.ts';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { ListTable } from '#client/ui/list/list-table.tsx';
import { Section } from '#client/ui/section.tsx';
import { oneTimePasswordDays } from '#contract/values/password.ts';
import { saveCsv } from './save-csv.ts';

type OneTimePasswordsProps = { passwords: readonly OneTimePassword[]; onDone: () => void };

/** Shows passwords once, because the portal stores only their hashes. `onDone` must discard them. */
export function OneTimePasswordList({ passwords, onDone }: OneTimePasswordsProps) {
  const [isSaved, setIsSaved] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  // The section appears above the button that started the import, so move the focus and the view to it.
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }, []);
  const save = async () => {
    const rows = passwords.map(({ name, email, password }) => [name, email, password]);
    await saveCsv('one-time-passwords.csv', ['Name', 'Email', 'One-time password'], rows);
    setIsSaved(true);
  };
  return (
    <div ref={top} tabIndex={-1} style={{ scrollMarginTop: '5rem', outline: 'none' }}>
      <Section title="One-time passwords of the imported users">
        <Stack gap="md">
          <Alert color="brass">
            This portal sends no email, so each new or confirmed account has a one-time password,
            valid for {oneTimePasswordDays} days. The passwords won’t be shown again. Download the
            file now, hand them over, then delete it.
          </Alert>
          <Group gap="sm">
            <Button
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => void save()}
            >
              Download {passwords.length} one-time{' '}
              {passwords.length === 1 ? 'password' : 'passwords'}
            </Button>
            {isSaved && (
              <Button variant="default" onClick={onDone}>
                Remove them from this page
              </Button>
            )}
            <Text size="sm" role="status">
              {isSaved && 'File downloaded'}
            </Text>
          </Group>
          <PasswordTable passwords={passwords} />
        </Stack>
        <LeavePageDialog
          when={!isSaved}
          guardsSearch
          title="Leave without the one-time passwords?"
          confirmLabel="Leave"
          cancelLabel="Stay"
        >
          You haven’t downloaded them, and they won’t be shown again. Without them, you need to set
          a new password for each account.
        </LeavePageDialog>
      </Section>
    </div>
  );
}

const columns = [{ title: 'Name' }, { title: 'Email' }, { title: 'One-time password' }];

function PasswordTable({ passwords }: Pick<OneTimePasswordsProps, 'passwords'>) {
  return (
    // Arrow keys scroll only a focusable region.
    <Box
      mah="60vh"
      style={{ overflow: 'auto' }}
      role="region"
      aria-label="List of one-time passwords"
      tabIndex={0}
    >
      <ListTable label="One-time passwords" columns={columns} cardsBelow="sm">
        {passwords.map(({ name, email, password }) => (
          <Table.Tr key={email}>
            <Table.Td>
              <bdi>{name}</bdi>
            </Table.Td>
            <Table.Td>{email}</Table.Td>
            <Table.Td ff="monospace">{password}</Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
    </Box>
  );
}
