import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { BidiSentence } from '#client/ui/sentence.tsx';

type ConfirmDialogProps = {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDangerous = false,
  isBusy = false,
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
        <Text component="div">{children}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} disabled={isBusy} data-autofocus>
            {cancelLabel}
          </Button>
          <Button color={isDangerous ? 'red' : undefined} onClick={onConfirm} loading={isBusy}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
