import { Button, Modal, Stack, Text } from '@mantine/core';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { type Certificate, decideCertificates } from '#contract/students/certificates.ts';

const Reason = decideCertificates.body.shape.reason
  .unwrap()
  .min(1, 'Enter the reason for the return.');

type ReturnDialogProps = {
  entry: Certificate | undefined;
  /** Earlier reasons for returning certificates, offered as suggestions. */
  reasons: readonly string[];
  send: (entry: Certificate, reason: string) => Promise<unknown>;
  onClose: () => void;
};

export function ReturnDialog({ entry, onClose, ...props }: ReturnDialogProps) {
  const shown = useLastDefined(entry);
  return (
    <Modal
      opened={entry !== undefined}
      onClose={onClose}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={
        <>
          Return “<bdi>{shown?.title}</bdi>”
        </>
      }
      size="30rem"
    >
      {shown && <ReturnForm {...props} entry={shown} onDone={onClose} />}
    </Modal>
  );
}

type ReturnFormProps = Omit<ReturnDialogProps, 'entry' | 'onClose'> & {
  entry: Certificate;
  onDone: () => void;
};

function ReturnForm({ entry, reasons, send, onDone }: ReturnFormProps) {
  const form = useSendForm({
    initialValues: { reason: entry.reason ?? '' },
    validate: { reason: createFieldValidator(Reason) },
    send: ({ reason }) => send(entry, reason),
    failure: 'Failed to return the certificate',
    onDone,
  });
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        <GrowingTextarea
          label="Reason"
          description="Shown to the student on their page and in the email."
          required
          minRows={2}
          maxRows={8}
          data-autofocus
          {...form.getInputProps('reason')}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
        {reasons.length > 0 && (
          <section aria-label="Previous reasons">
            <Text size="sm" c="dimmed" mb={4}>
              Previous reasons
            </Text>
            <Stack gap={4} align="flex-start" mah="12rem" style={{ overflowY: 'auto' }}>
              {reasons.map((reason) => (
                <Button
                  key={reason}
                  size="compact-sm"
                  variant="default"
                  maw="100%"
                  onClick={() => form.setFieldValue('reason', reason)}
                >
                  {reason}
                </Button>
              ))}
            </Stack>
          </section>
        )}
        <SubmitButton isBusy={form.isBusy} busyText="Returning…">
          Return certificate
        </SubmitButton>
      </Stack>
    </form>
  );
}
