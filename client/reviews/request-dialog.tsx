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
import { listOwnReviews, type ReviewableMark, requestReview } from '#contract/students/reviews.ts';

type RequestDialogProps = {
  groupId: string;
  mark: ReviewableMark | undefined;
  onClose: () => void;
};

export function RequestDialog({ groupId, mark, onClose }: RequestDialogProps) {
  const shown = useLastDefined(mark);
  return (
    <Modal
      opened={mark !== undefined}
      onClose={onClose}
      title={
        <>
          Request a review: <bdi>{shown?.title}</bdi>
        </>
      }
      size="32rem"
    >
      {shown && <RequestForm groupId={groupId} mark={shown} onDone={onClose} />}
    </Modal>
  );
}

type RequestFormProps = { groupId: string; mark: ReviewableMark; onDone: () => void };

function RequestForm({ groupId, mark, onDone }: RequestFormProps) {
  const { milestone, marks, total } = mark;
  const form = useSendForm({
    initialValues: { reason: '' },
    validate: { reason: createFieldValidator(requestReview.body.shape.reason) },
    send: ({ reason }) =>
      call(requestReview, { params: { groupId }, body: { milestone, marks, reason } }),
    failure: 'Failed to send the request',
    onDone: async ({ message }) => {
      toast.success(message);
      await invalidateEndpoints(listOwnReviews);
      onDone();
    },
  });
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        <Text size="sm" c="dimmed">
          Your mark is {marks} of {total}. The FYP office reads the reason, and the marker learns
          that a student of your group has requested a review. You cannot take the request back.
        </Text>
        <GrowingTextarea
          label="Reason"
          description="What was overlooked or counted wrongly?"
          required
          minRows={4}
          maxRows={12}
          {...form.getInputProps('reason')}
        />
        <SubmitButton isBusy={form.isBusy} busyText="Sending…">
          Request review
        </SubmitButton>
      </Stack>
    </form>
  );
}
