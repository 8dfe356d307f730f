import { Modal, Stack, Text } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { findDesk } from '#contract/desk.ts';
import {
  type LeaveRequest,
  listLeaveRequests,
  refuseLeaveRequest,
} from '#contract/students/leave-requests.ts';

type RefuseDialogProps = { request: LeaveRequest | undefined; onClose: () => void };

export function RefuseDialog({ request, onClose }: RefuseDialogProps) {
  const shown = useLastDefined(request);
  return (
    <Modal
      opened={request !== undefined}
      onClose={onClose}
      title={
        <>
          Refuse the request of <bdi>{shown?.memberName}</bdi>
        </>
      }
      size="30rem"
    >
      {shown && <RefuseForm request={shown} onDone={onClose} />}
    </Modal>
  );
}

type RefuseFormProps = { request: LeaveRequest; onDone: () => void };

function RefuseForm({ request: { _id: requestId, fypGroupName }, onDone }: RefuseFormProps) {
  const form = useSendForm({
    initialValues: { reason: '' },
    validate: { reason: createFieldValidator(refuseLeaveRequest.body.shape.reason) },
    send: ({ reason }) => call(refuseLeaveRequest, { params: { requestId }, body: { reason } }),
    failure: 'Couldn’t refuse the request',
    onDone: async ({ message }) => {
      toast.success(message);
      await invalidateEndpoints(listLeaveRequests, findDesk);
      onDone();
    },
  });
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        <Text size="sm" c="dimmed">
          The student stays a member of <bdi>{fypGroupName}</bdi> and can ask again.
        </Text>
        <GrowingTextarea
          label="Reason"
          description="Only the student and admins can read it. The student gets it by email."
          required
          minRows={3}
          maxRows={10}
          {...form.getInputProps('reason')}
        />
        <SubmitButton isBusy={form.isBusy} busyText="Saving…">
          Refuse request
        </SubmitButton>
      </Stack>
    </form>
  );
}
