import { call } from '#client/api/connection/call.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { StackedForm } from '#client/ui/form/stacked-form.tsx';
import { confirmSimilarity } from '#contract/similarity.ts';
import {
  FigureFields,
  type FigureValues,
  formOptions,
  parseFigures,
  toFigureValues,
  validateFigures,
} from './figure-fields.tsx';
import type { SimilarityFormProps } from './similarity-props.ts';

/** Confirms the figures, or corrects them if they were edited. */
export function ConfirmForm({ groupId, similarity }: SimilarityFormProps) {
  const { state, revision, entries } = similarity;
  const isCorrection = (values: FigureValues) => {
    const { overall, singleSource } = parseFigures(values);
    return overall !== entries[0]?.overall || singleSource !== entries[0]?.singleSource;
  };
  const form = useSendForm({
    initialValues: { ...toFigureValues(similarity), reason: '' },
    validate: {
      ...validateFigures,
      reason: (reason, values) =>
        isCorrection(values) && reason.trim() === ''
          ? 'Enter a reason. The group can see it.'
          : null,
    },
    send: ({ reason, ...values }, options) =>
      call(
        confirmSimilarity,
        { params: { groupId }, body: { ...parseFigures(values), reason, revision } },
        options,
      ),
    ...formOptions,
  });
  const isEdited = isCorrection(form.values);
  return (
    <StackedForm
      label="Confirmation of the figures"
      form={form}
      submit={isEdited || state !== 'unconfirmed' ? 'Correct figures' : 'Confirm figures'}
      busyText="Saving…"
      disabled={!isEdited && state !== 'unconfirmed'}
    >
      <FigureFields inputPropsOf={form.getInputProps} />
      {isEdited && (
        <GrowingTextarea
          label="Reason for the correction"
          description="The group can see it."
          required
          minRows={2}
          maxRows={8}
          {...form.getInputProps('reason')}
        />
      )}
    </StackedForm>
  );
}
