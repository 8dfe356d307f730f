import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

type UnknownFiltersProps = {
  unknown: readonly { name: string; label: string }[];
  onRemove: (name: string) => void;
};

export function UnknownFilters({ unknown, onRemove }: UnknownFiltersProps) {
  if (unknown.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label="Unknown filters">
      {unknown.map(({ name, label }) => (
        <Button
          key={name}
          size="compact-md"
          variant="default"
          radius="xl"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`${label}: remove this filter`}
          onClick={() => onRemove(name)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
