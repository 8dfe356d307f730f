import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

/** Position of a page in a cursor-paginated list. An empty object means the newest page. */
export type PageCursor = { before?: number; after?: number };

type OlderAndNewerProps = {
  label: string;
  older: number | null | undefined;
  newer: number | null | undefined;
  onPageChange: (to: PageCursor) => void;
};

export function OlderNewerButtons({ label, older, newer, onPageChange }: OlderAndNewerProps) {
  if (!older && !newer) return null;
  return (
    <Group component="nav" aria-label={label} justify="space-between" gap="sm">
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
