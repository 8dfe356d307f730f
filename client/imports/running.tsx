import { Button, Group, Loader, Text } from '@mantine/core';

type RunningProps = { doing: 'read' | 'check' | 'import'; count?: number; onCancel: () => void };

const texts = { read: 'Reading', check: 'Checking', import: 'Importing' };

export function ImportProgress({ doing, count, onCancel }: RunningProps) {
  const rows = `${count?.toLocaleString('en-GB')} ${count === 1 ? 'row' : 'rows'}`;
  return (
    <Group gap="md">
      <Loader size="sm" aria-hidden />
      <Text role="status">
        {texts[doing]} {count === undefined ? 'the file' : rows}…
      </Text>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  );
}
