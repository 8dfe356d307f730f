import { Button, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { Consequence } from './consequence.tsx';
import { DialogFooter } from './dialog-footer.tsx';

type ConfirmDialogProps = {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Says what cannot be undone, or how. The button is then red. */
  consequence?: string | undefined;
  isBusy?: boolean;
  busyText?: string;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  consequence,
  isBusy = false,
  busyText = 'Saving…',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={<BidiSentence text={title} />}
      withCloseButton={false}
      size="26rem"
    >
      <Stack gap="lg">
        <Stack gap="xs">
          <Text component="div">{children}</Text>
          {consequence && <Consequence>{consequence}</Consequence>}
        </Stack>
        <DialogFooter>
          <Button
            variant="default"
            onClick={close}
            aria-disabled={isBusy || undefined}
            data-disabled={isBusy || undefined}
            data-autofocus
          >
            {cancelLabel}
          </Button>
          <SubmitButton
            color={consequence ? 'red' : undefined}
            isBusy={isBusy}
            busyText={busyText}
            onPress={onConfirm}
          >
            {confirmLabel}
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
