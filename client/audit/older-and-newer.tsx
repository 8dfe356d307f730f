import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Turn } from './use-audit-address.ts';

type OlderAndNewerProps = {
  older: number | null | undefined;
  newer: number | null | undefined;
  onPageChange: (to: Turn) => void;
};

/** Turns the pages of something that grows in front; nothing while all fits on one. */
export function OlderAndNewer({ older, newer, onPageChange }: OlderAndNewerProps) {
  if (!older && !newer) return null;
  return (
    <Group component="nav" aria-label="Pages of the audit trail" justify="space-between" gap="sm">
      <Group gap="sm">
        <Button
          variant="default"
          disabled={!newer}
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          onClick={() => newer && onPageChange({ after: newer })}
        >
          Newer
        </Button>
        {newer && (
          <Button variant="subtle" color="gray" onClick={() => onPageChange({})}>
            Newest
          </Button>
        )}
      </Group>
      <Button
        variant="default"
        disabled={!older}
        rightSection={<IconChevronRight size={16} aria-hidden />}
        onClick={() => older && onPageChange({ before: older })}
      >
        Older
      </Button>
    </Group>
  );
}
