import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';

export function ProposalDraftNote({ onStartOver }: { onStartOver: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Alert role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">Draft restored. Choose the files again.</Text>
        <Button variant="default" size="compact-sm" onClick={() => setIsAsked(true)}>
          Start over
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsked}
        title="Start over?"
        confirmLabel="Start over"
        isDangerous
        onConfirm={onStartOver}
        onClose={() => setIsAsked(false)}
      >
        The draft is deleted, and you start with the eligibility questions.
      </ConfirmDialog>
    </Alert>
  );
}
