import { PasswordInput } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { getErrorMessage } from '#client/api/problems.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { StackedForm } from '#client/ui/form/stacked-form.tsx';
import { confirmEmail } from '#contract/account.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';

type ConfirmFormProps = {
  token: string;
  onDone: (reply: EndpointReply<typeof confirmEmail>) => void;
};

/** Confirms an email address and sets a new password, because somebody else may have signed up with the address. */
export function ConfirmEmailForm({ token, onDone }: ConfirmFormProps) {
  const form = useSendForm({
    initialValues: { token, password: '' },
    validate: createFormValidator(confirmEmail.body),
    send: (body) => call(confirmEmail, { body }),
    onDone,
    failure: formatError,
    isOnce: true,
  });
  return (
    <StackedForm
      label="Confirm email"
      form={form}
      submit="Confirm my email"
      busyText="Confirming…"
      fullWidth
    >
      <PasswordInput
        label="Password"
        description="The password you signed up with, or a new one of at least 8 characters"
        autoComplete="current-password"
        required
        data-autofocus
        aria-invalid={Boolean(form.errors.password)}
        {...form.getInputProps('password')}
      />
    </StackedForm>
  );
}

function formatError(error: unknown): string {
  const message = getErrorMessage(error, 'Server error. Please try again.');
  if (!(error instanceof Problem) || error.code !== 'link-over') return message;
  return `${message} Log in and open “Marks” to get another email.`;
}
