import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { formatDateTime } from '#contract/values/time.ts';

type ProposalDraftNoteProps = {
  /** Time of the draft of another device. Undefined if the draft comes from this device. */
  continuedFrom: string | undefined;
  onStartOver: () => void;
};

export function ProposalDraftNote({ continuedFrom, onStartOver }: ProposalDraftNoteProps) {
  const zone = useTimeZone();
  const origin = continuedFrom
    ? `Draft from ${formatDateTime(continuedFrom, zone)}, continued from another device.`
    : 'Draft restored.';
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Alert role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{origin} Choose the files again.</Text>
        <Button variant="default" size="compact-sm" onClick={() => setIsAsked(true)}>
          Start over
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsked}
        title="Start over?"
        confirmLabel="Start over"
        consequence="A deleted draft cannot be restored."
        onConfirm={onStartOver}
        onClose={() => setIsAsked(false)}
      >
        The draft will be deleted, and you’ll start again with the eligibility questions.
      </ConfirmDialog>
    </Alert>
  );
}
