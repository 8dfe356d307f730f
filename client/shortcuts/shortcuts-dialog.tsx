import { Group, Modal, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { useKeySetting } from '#client/api/session/key-setting.ts';

const sections = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl+K or /', 'Search for pages, groups and people'],
      ['?', 'Show this list'],
      ['Esc', 'Close a dialog or menu'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      ['J', 'Next row'],
      ['K', 'Previous row'],
      ['X', 'Select the row'],
      ['Enter', 'Open'],
    ],
  },
  {
    title: 'Board and marks',
    keys: [
      ['Arrow keys', 'Move between cells'],
      ['Enter', 'Next mark below, or open the cell'],
      ['Ctrl+S', 'Save the marks'],
      ['J and K', 'Next and previous group'],
    ],
  },
  {
    title: 'Checking certificates',
    keys: [
      ['A', 'Accept the certificate'],
      ['Shift+A', 'Accept all'],
      ['R', 'Return the certificate'],
      ['U', 'Undo the last decision'],
    ],
  },
] as const;

type ShortcutsDialogProps = { opened: boolean; onClose: () => void };

export function ShortcutsDialog(props: ShortcutsDialogProps) {
  const { hasKeys, setHasKeys } = useKeySetting();
  return (
    <Modal
      {...props}
      title="Keyboard shortcuts"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Switch
          label="Single-key shortcuts"
          description="Turn these off if speech or other input triggers them by mistake. Ctrl+K and Ctrl+S always work."
          checked={hasKeys}
          onChange={(event) => setHasKeys(event.currentTarget.checked)}
        />
        <Group align="flex-start" gap="xl">
          {sections.map(({ title, keys }) => (
            <Stack key={title} gap="xs" flex="1 1 15rem">
              <Title order={3} size="h5">
                {title}
              </Title>
              <Table aria-label={title} variant="vertical" withRowBorders={false}>
                <Table.Tbody>
                  {keys.map(([key, action]) => (
                    <Table.Tr key={key}>
                      <Table.Th scope="row" w="7rem" fw={400} bg="none" p="0.2rem 0">
                        <kbd>{key}</kbd>
                      </Table.Th>
                      <Table.Td p="0.2rem 0">
                        <Text size="sm">{action}</Text>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Stack>
          ))}
        </Group>
      </Stack>
    </Modal>
  );
}
