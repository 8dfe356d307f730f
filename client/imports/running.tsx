import { Button, Group, Loader, Text } from '@mantine/core';

type RunningProps = { doing: 'check' | 'import'; count: number; onCancel: () => void };

/** While the server works; a file of hundreds of accounts takes a while. */
export function Running({ doing, count, onCancel }: RunningProps) {
  const rows = `${count.toLocaleString('en-GB')} ${count === 1 ? 'row' : 'rows'}`;
  return (
    <Group gap="md">
      <Loader size="sm" aria-hidden />
      <Text role="status">
        {doing === 'check' ? 'Checking' : 'Importing'} {rows}…
      </Text>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  );
}
