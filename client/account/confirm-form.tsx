import { PasswordInput, Stack } from '@mantine/core';
import { call } from '#client/api/call.ts';
import { messageOf } from '#client/api/problems.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { validateBy } from '#client/api/validate.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { confirmEmail } from '#contract/account.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';

type ConfirmFormProps = { token: string; onDone: (reply: ReplyOf<typeof confirmEmail>) => void };

/** Confirms the address of an email's link: whoever owns it chooses the password, whoever signed up with it. */
export function ConfirmForm({ token, onDone }: ConfirmFormProps) {
  const form = useSendForm({
    initialValues: { token, password: '' },
    validate: validateBy(confirmEmail.body),
    send: (body) => call(confirmEmail, { body }),
    onDone,
    failure: errorOf,
    isOnce: true,
  });
  return (
    <form {...form.props} aria-label="Confirm email">
      <Stack gap="md">
        <FormStatus {...form.status} />
        <PasswordInput
          label="Password"
          description="The one you signed up with, or another of at least 8 characters: what you enter becomes your password"
          // Whoever signed up in this browser is spared typing it again.
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

function errorOf(error: unknown): string {
  const message = messageOf(error, 'Server error. Please try again.');
  if (!(error instanceof Problem) || error.code !== 'link-over') return message;
  return `${message} Log in, and the page “Marks” sends you another email.`;
}
