import { Button, Group } from '@mantine/core';
import type { Courses } from '#contract/settings/courses.ts';
import type { Certificate } from '#contract/students/certificates.ts';
import { EntryText } from './entry-text.tsx';
import { CertificateEntryBadge } from './state-badge.tsx';

type OwnEntryProps = {
  entry: Certificate;
  rule: Courses['rule'];
  onEdit: (() => void) | undefined;
  onRemove: () => void;
};

export function OwnCertificateEntry({ entry, rule, onEdit, onRemove }: OwnEntryProps) {
  const { title, state, reason } = entry;
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="sm">
        <EntryText
          entry={entry}
          rule={rule}
          reason={
            reason && (
              <>
                Returned: <bdi>{reason}</bdi>
              </>
            )
          }
        />
        <Group gap="xs">
          <CertificateEntryBadge state={state} />
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
