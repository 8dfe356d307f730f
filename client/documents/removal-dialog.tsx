import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SendOptions } from '#client/api/connection/send.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { Consequence } from '#client/ui/dialog/consequence.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { removeDocument } from '#contract/admin/removals.ts';
import { findGroup, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';

type RemovalDialogProps = {
  opened: boolean;
  title: string;
  /** Describes what is removed. */
  children: ReactNode;
  send: (reason: string, options: SendOptions) => Promise<{ message: string }>;
  onClose: () => void;
};

/** Asks an admin for the reason of a permanent removal. */
export function RemovalDialog({ opened, title, onClose, ...formProps }: RemovalDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={<BidiSentence text={title} />} size="32rem">
      <RemovalForm {...formProps} onClose={onClose} />
    </Modal>
  );
}

function RemovalForm({
  children,
  send,
  onClose,
}: Pick<RemovalDialogProps, 'children' | 'send' | 'onClose'>) {
  const form = useSendForm({
    initialValues: { reason: '' },
    validate: { reason: createFieldValidator(removeDocument.body.shape.reason) },
    send: ({ reason }, options) => send(reason, options),
    failure: 'Failed to remove',
    onDone: async ({ message }) => {
      toast.success(message, adminToastDurationMs);
      onClose();
      await invalidateEndpoints(listGroups, findGroup, listChanges);
    },
  });
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        <Text>{children}</Text>
        <Consequence>
          This cannot be undone. The list of versions still shows the name, the date and the
          deadlines, and the version still counts as submitted. Earlier backups still contain the
          file.
        </Consequence>
        <GrowingTextarea
          label="Reason"
          description="Shown to everybody who sees the list of versions"
          required
          data-autofocus
          minRows={2}
          maxRows={8}
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton isBusy={form.isBusy} busyText="Removing…" color="red">
            Remove permanently
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
