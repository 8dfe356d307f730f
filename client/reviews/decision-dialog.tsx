import { Modal, Stack, Text } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { NumberTextInput } from '#client/ui/form/number-text-input.tsx';
import { parseNumber } from '#client/ui/form/parse-number.ts';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { findDesk } from '#contract/desk.ts';
import { decideReview, listReviews, type MarkReview } from '#contract/students/reviews.ts';

export type AskedDecision = { review: MarkReview; decision: 'kept' | 'changed' };

type DecisionDialogProps = { asked: AskedDecision | undefined; onClose: () => void };

export function DecisionDialog({ asked, onClose }: DecisionDialogProps) {
  const shown = useLastDefined(asked);
  return (
    <Modal
      opened={asked !== undefined}
      onClose={onClose}
      title={
        <>
          {shown?.decision === 'kept' ? 'Keep' : 'Change'} the mark of{' '}
          <bdi>{shown?.review.memberName}</bdi>
        </>
      }
      size="30rem"
    >
      {shown && <DecisionForm {...shown} onDone={onClose} />}
    </Modal>
  );
}

function DecisionForm({ review, decision, onDone }: AskedDecision & { onDone: () => void }) {
  const { _id: reviewId, title, marks, total } = review;
  const isChanged = decision === 'changed';
  const form = useSendForm({
    initialValues: { marks: '', reason: '' },
    validate: {
      marks: (typed) =>
        isChanged && !Number.isFinite(parseNumber(typed) ?? Number.NaN)
          ? 'Enter the new mark.'
          : null,
      reason: createFieldValidator(decideReview.body.shape.reason),
    },
    send: ({ marks: typed, reason }) => {
      const changed = isChanged ? { marks: Number(parseNumber(typed)) } : {};
      const body = { decision, seenMarks: marks, reason, ...changed };
      return call(decideReview, { params: { reviewId }, body });
    },
    failure: 'Failed to save the decision',
    onDone: async ({ message }) => {
      toast.success(message);
      await invalidateEndpoints(listReviews, findDesk);
      onDone();
    },
  });
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        <Text size="sm" c="dimmed">
          <bdi>{title}</bdi>: {marks ?? 'not marked'}
          {total !== null && ` of ${total}`}. The decision is final.
        </Text>
        {isChanged && (
          <NumberTextInput
            label="New mark"
            description={total === null ? undefined : `0 to ${total}`}
            required
            {...form.getInputProps('marks')}
          />
        )}
        <GrowingTextarea
          label="Reason"
          description="The student gets it by email. The marker is notified of the decision."
          required
          minRows={3}
          maxRows={10}
          {...form.getInputProps('reason')}
        />
        <SubmitButton isBusy={form.isBusy} busyText="Saving…">
          {isChanged ? 'Change mark' : 'Keep mark'}
        </SubmitButton>
      </Stack>
    </form>
  );
}
