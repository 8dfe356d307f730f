import { Checkbox, Modal, Stack, Text } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { findFileError } from '#contract/documents.ts';
import { documentKinds } from '#contract/rules/document-kinds.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import { askExtension, listSubmissions } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';

type ExtensionDialogProps = {
  groupId: string;
  submission: Submission | undefined;
  onClose: () => void;
};

export function ExtensionDialog({ groupId, submission, onClose }: ExtensionDialogProps) {
  const shown = useLastDefined(submission);
  return (
    <Modal
      opened={submission !== undefined}
      onClose={onClose}
      title={
        <>
          Request extension: <bdi>{shown?.title}</bdi>
        </>
      }
      size="32rem"
    >
      {shown && <ExtensionForm groupId={groupId} submission={shown} onDone={onClose} />}
    </Modal>
  );
}

type ExtensionFormProps = { groupId: string; submission: Submission; onDone: () => void };

function useExtensionForm({ groupId, submission, onDone }: ExtensionFormProps, zone: string) {
  const { deadlineId } = submission;
  return useSendForm({
    initialValues: {
      askedDue: '',
      reason: '',
      supervisorMayRead: false,
      file: undefined as File | undefined,
    },
    validate: {
      askedDue: (value) => (parseWallClock(value, zone) ? null : 'Choose a date and time.'),
      reason: createFieldValidator(askExtension.body.shape.reason),
    },
    send: (values, options) => {
      const askedDue = parseWallClock(values.askedDue, zone) ?? '';
      const { reason, supervisorMayRead, file } = values;
      const body = { deadlineId, askedDue, reason, supervisorMayRead, ...(file && { file }) };
      return call(askExtension, { params: { groupId }, body }, options);
    },
    failure: 'Couldn’t send the request',
    onDone: async ({ message }) => {
      toast.success(message);
      await invalidateEndpoints(listSubmissions);
      onDone();
    },
  });
}

function ExtensionForm(props: ExtensionFormProps) {
  const zone = useTimeZone();
  const form = useExtensionForm(props, zone);
  const { extensions } = documentKinds.evidence;
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        <Text size="sm" c="dimmed">
          Due {formatDateTime(props.submission.due, zone)}. The FYP office and your supervisor are
          notified by email. Every member receives the decision.
        </Text>
        <DateTimeField
          label="New date"
          description={`In the department’s time zone (${zone})`}
          required
          {...form.getInputProps('askedDue')}
        />
        <GrowingTextarea
          label="Reason"
          description="Your teammates can’t read it, but the people who decide on the extension can."
          required
          minRows={3}
          maxRows={10}
          {...form.getInputProps('reason')}
        />
        <Checkbox
          label="Let my supervisor read the reason"
          description="If your supervisor decides on the extension, they can read it anyway."
          {...form.getInputProps('supervisorMayRead', { type: 'checkbox' })}
        />
        <FilePicker
          label="Evidence (optional)"
          accept={extensions}
          description="PDF, JPG or PNG, up to 10 MB"
          value={form.values.file}
          onChange={(file) => form.setFieldValue('file', file)}
          check={(file) => findFileError(documentKinds.evidence, file)?.message}
          error={form.errors.file}
        />
        <DialogFooter>
          <SubmitButton isBusy={form.isBusy} busyText="Sending…">
            Request extension
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}
