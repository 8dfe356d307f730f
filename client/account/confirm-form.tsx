import { PasswordInput, Stack } from '@mantine/core';
import { call } from '#client/api/call.ts';
import { messageOf } from '#client/api/problems.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { formValidator } from '#client/api/validate.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { confirmEmail } from '#contract/account.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';

type ConfirmFormProps = { token: string; onDone: (reply: ReplyOf<typeof confirmEmail>) => void };

/** Confirms an email address. Its owner sets the password, because anyone could have signed up with the address. */
export function ConfirmForm({ token, onDone }: ConfirmFormProps) {
  const form = useSendForm({
    initialValues: { token, password: '' },
    validate: formValidator(confirmEmail.body),
    send: (body) => call(confirmEmail, { body }),
    onDone,
    failure: formatError,
    isOnce: true,
  });
  return (
    <form {...form.props} aria-label="Confirm email">
      <Stack gap="md">
        <FormStatus {...form.status} />
        <PasswordInput
          label="Password"
          description="The password you signed up with, or a new one of at least 8 characters"
          // Browsers fill in the password that was entered at signup.
          autoComplete="current-password"
          required
          data-autofocus
          aria-invalid={Boolean(form.errors.password)}
          {...form.getInputProps('password')}
        />
        <SubmitButton isBusy={form.isBusy} busyText="Confirming..." fullWidth>
          Confirm my email
        </SubmitButton>
      </Stack>
    </form>
  );
}

function formatError(error: unknown): string {
  const message = messageOf(error, 'Server error. Please try again.');
  if (!(error instanceof Problem) || error.code !== 'link-over') return message;
  return `${message} Log in and open “Marks” to get another email.`;
}
