import { call } from '#client/api/connection/call.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { StackedForm } from '#client/ui/form/stacked-form.tsx';
import { enterSimilarity } from '#contract/similarity.ts';
import {
  FigureFields,
  formOptions,
  parseFigures,
  toFigureValues,
  validateFigures,
} from './figure-fields.tsx';
import type { SimilarityFormProps } from './similarity-props.ts';

/** Enters the figures of the newest report, or changes them until they are confirmed. */
export function EnterForm({ groupId, similarity }: SimilarityFormProps) {
  const { state, revision, thesisSha256, report } = similarity;
  const form = useSendForm({
    initialValues: toFigureValues(
      state === 'unconfirmed' ? similarity : { ...similarity, entries: [] },
    ),
    validate: validateFigures,
    send: (values, options) =>
      call(
        enterSimilarity,
        {
          params: { groupId },
          body: {
            ...parseFigures(values),
            revision,
            thesisSha256: thesisSha256 ?? '',
            reportVersion: report?.version ?? 0,
          },
        },
        options,
      ),
    ...formOptions,
  });
  return (
    <StackedForm
      label="Figures of the similarity report"
      form={form}
      submit={state === 'unconfirmed' ? 'Change figures' : 'Save figures'}
      busyText="Saving…"
    >
      <FigureFields inputPropsOf={form.getInputProps} />
    </StackedForm>
  );
}
