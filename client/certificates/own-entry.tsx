import { Button, Group, Stack, Text } from '@mantine/core';
import type { Certificate } from '#contract/certificates.ts';
import type { Courses } from '#contract/courses.ts';
import { formatCountsFor } from './format-counts-for.ts';
import { EntryBadge } from './state-badge.tsx';

type OwnEntryProps = {
  entry: Certificate;
  rule: Courses['rule'];
  onEdit: (() => void) | undefined;
  onRemove: () => void;
};

/** One of the student's own certificates. Accepted ones cannot be edited or removed. */
export function OwnEntry({ entry, rule, onEdit, onRemove }: OwnEntryProps) {
  const { title, provider, countsFor, state, reason } = entry;
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 16rem" miw={0}>
          <Text fw={600} className="breakable">
            {title}
          </Text>
          <Text size="sm" c="dimmed" className="breakable">
            <bdi>{formatCountsFor(rule, countsFor)}</bdi>
            {provider && (
              <>
                {' · '}
                <bdi>{provider}</bdi>
              </>
            )}
          </Text>
          {reason && (
            <Text size="sm" c="red" className="breakable" style={{ whiteSpace: 'pre-line' }}>
              Returned: <bdi>{reason}</bdi>
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          <EntryBadge state={state} />
          {state !== 'accepted' && onEdit && (
            <>
              <Button size="xs" variant="default" onClick={onEdit} aria-label={`Edit ${title}`}>
                Edit
              </Button>
              <Button size="xs" variant="default" onClick={onRemove} aria-label={`Remove ${title}`}>
                Remove
              </Button>
            </>
          )}
        </Group>
      </Group>
    </li>
  );
}
