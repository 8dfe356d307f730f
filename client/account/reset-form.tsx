import { Alert } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { useSession } from '#client/api/session/session.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { NewPasswordInput } from '#client/layout/new-password-input.tsx';
import { StackedForm } from '#client/ui/form/stacked-form.tsx';
import { resetPassword } from '#contract/account.ts';

type ResetPasswordFormProps = {
  token: string;
  /** Email address of the account. Unknown in links of earlier versions. */
  email?: string;
  onDone: (message: string) => void;
};

export function ResetPasswordForm({ token, email, onDone }: ResetPasswordFormProps) {
  const session = useSession();
  const form = useSendForm({
    initialValues: { token, password: '' },
    validate: createFormValidator(resetPassword.body),
    send: (body) => call(resetPassword, { body }),
    onDone: ({ message }) => onDone(message),
    failure: 'Server error. Please try again.',
    isOnce: true,
  });
  return (
    <StackedForm
      label="New password"
      form={form}
      submit="Save new password"
      busyText="Saving…"
      fullWidth
    >
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly autoComplete="username" value={email ?? ''} />
      {session && session.email !== email && (
        <Alert>
          You are logged in as <bdi translate="no">{session.name}</bdi>. This form changes the
          password of{' '}
          {email ? <bdi translate="no">{email}</bdi> : 'the account that the link was sent to'}.
        </Alert>
      )}
      <NewPasswordInput
        label="New password"
        required
        data-autofocus
        aria-invalid={Boolean(form.errors.password)}
        {...form.getInputProps('password')}
      />
    </StackedForm>
  );
}
