import { Button, Modal, Stack, Text } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { KeyboardEvent, ReactNode } from 'react';
import type { z } from 'zod';
import type { SendOptions } from '#client/api/connection/send.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast, toastDurationMs } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { Consequence } from '#client/ui/dialog/consequence.tsx';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { Endpoint } from '#contract/endpoint.ts';

type ReasonQuestion = {
  title: ReactNode;
  /** Explains what the action does. */
  explanation?: ReactNode;
  /** Says what cannot be undone. The button is then red. */
  consequence?: string;
  /** Field above the reason. The server's errors use its name. */
  field?: {
    name: string;
    initial: string;
    findError: (typed: string) => string | null;
    render: (input: GetInputPropsReturnType) => ReactNode;
  };
  schema: z.ZodType;
  /** Says who reads the reason, or what it should contain. */
  description: string;
  initialReason?: string;
  /** Earlier reasons, which replace the text when they are chosen. */
  suggestions?: readonly string[];
  action: string;
  busyText: string;
  failure: string;
  /** Sends the reason and the text of `field`. A message in the reply is shown as a toast. */
  send: (reason: string, typed: string, options: SendOptions) => Promise<{ message?: string }>;
  toastFor?: number;
  invalidates?: readonly Endpoint[];
};

type ReasonDialogProps<Subject> = {
  /** The dialog is open unless this subject of the action is undefined. */
  about: Subject | undefined;
  onClose: () => void;
  ask: (about: Subject) => ReasonQuestion;
};

/** Asks for the reason of an action. The text stays if the action fails. */
export function ReasonDialog<Subject>({ about, onClose, ask }: ReasonDialogProps<Subject>) {
  const shown = useLastDefined(about);
  const question = shown === undefined ? undefined : ask(shown);
  return (
    <Modal
      opened={about !== undefined}
      onClose={onClose}
      title={question?.title}
      size="32rem"
      closeOnClickOutside={false}
    >
      {question && <ReasonForm {...question} onClose={onClose} />}
    </Modal>
  );
}

type ReasonFormProps = ReasonQuestion & { onClose: () => void };

function useReasonForm(props: ReasonFormProps) {
  const { field, schema, initialReason = '', failure, send, onClose } = props;
  const { toastFor = toastDurationMs, invalidates = [] } = props;
  return useSendForm<Record<string, string>, { message?: string }>({
    initialValues: { reason: initialReason, ...(field && { [field.name]: field.initial }) },
    validate: {
      reason: createFieldValidator(schema),
      ...(field && { [field.name]: field.findError }),
    },
    send: ({ reason = '', ...values }, options) =>
      send(reason, values[field?.name ?? ''] ?? '', options),
    failure,
    onDone: async ({ message }) => {
      if (message) toast.success(message, toastFor);
      // Closing first returns the focus to the button, which the new data may remove.
      onClose();
      await invalidateEndpoints(...invalidates);
    },
  });
}

function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function ReasonForm(props: ReasonFormProps) {
  const { explanation, consequence, field, schema, description, suggestions = [] } = props;
  const form = useReasonForm(props);
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        {explanation && (
          <Text size="sm" component="div">
            {explanation}
          </Text>
        )}
        {consequence && <Consequence>{consequence}</Consequence>}
        {field?.render(form.getInputProps(field.name))}
        <GrowingTextarea
          label="Reason"
          description={description}
          required={!schema.safeParse('').success}
          data-autofocus={!field || undefined}
          minRows={3}
          maxRows={10}
          {...form.getInputProps('reason')}
          onKeyDown={submitOnCtrlEnter}
        />
        <Suggestions
          reasons={suggestions}
          onChoose={(reason) => form.setFieldValue('reason', reason)}
        />
        <DialogFooter>
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <SubmitButton
            isBusy={form.isBusy}
            busyText={props.busyText}
            color={consequence ? 'red' : undefined}
          >
            {props.action}
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}

type SuggestionsProps = { reasons: readonly string[]; onChoose: (reason: string) => void };

function Suggestions({ reasons, onChoose }: SuggestionsProps) {
  if (reasons.length === 0) return null;
  return (
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
            onClick={() => onChoose(reason)}
          >
            {reason}
          </Button>
        ))}
      </Stack>
    </section>
  );
}
