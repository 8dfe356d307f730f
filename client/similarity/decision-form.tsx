import { Radio, Stack } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { StackedForm } from '#client/ui/form/stacked-form.tsx';
import { decideSimilarity, RequiredReason } from '#contract/similarity.ts';
import { formOptions } from './figure-fields.tsx';
import type { SimilarityFormProps } from './similarity-props.ts';

type Decision = 'accepted' | 'returned';

export function DecisionForm({ groupId, similarity: { revision } }: SimilarityFormProps) {
  const form = useSendForm({
    initialValues: { decision: '' as Decision | '', reason: '' },
    validate: {
      decision: (decision) => (decision === '' ? 'Accept or return the thesis.' : null),
      reason: createFieldValidator(RequiredReason),
    },
    send: ({ decision, reason }, options) =>
      call(
        decideSimilarity,
        { params: { groupId }, body: { decision: decision as Decision, reason, revision } },
        options,
      ),
    ...formOptions,
    failure: 'Couldn’t save the decision',
  });
  return (
    <StackedForm label="Decision" form={form} submit="Save decision" busyText="Saving…">
      <Radio.Group label="Decision" required {...form.getInputProps('decision')}>
        <Stack gap="xs" mt="xs">
          <Radio value="accepted" label="Accept the thesis: it can be marked" />
          <Radio
            value="returned"
            label="Return the thesis: the group uploads a revised thesis with a new report"
          />
        </Stack>
      </Radio.Group>
      <GrowingTextarea
        label="Reason"
        description="The group can see it, with your name."
        required
        minRows={2}
        maxRows={8}
        {...form.getInputProps('reason')}
      />
    </StackedForm>
  );
}
