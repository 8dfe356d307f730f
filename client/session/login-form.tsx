import { PasswordInput, TextInput } from '@mantine/core';
import { getErrorMessage } from '#client/api/problems.ts';
import type { Session } from '#client/api/session/session.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { StackedForm } from '#client/ui/form/stacked-form.tsx';
import { login } from '#contract/session.ts';
import { logIn } from './log-in.ts';

type LoginFormProps = {
  email: string;
  onLoggedIn: (session: Session) => void;
};

export function LoginForm({ email, onLoggedIn }: LoginFormProps) {
  const form = useSendForm({
    initialValues: { email, password: '' },
    validate: createFormValidator(login.body),
    send: (body) => logIn(body),
    onDone: onLoggedIn,
    failure: (error) =>
      getErrorMessage(error, 'Invalid credentials', 'Server error. Please try again.'),
    isOnce: true,
  });
  return (
    <StackedForm label="Login" form={form} submit="Login" busyText="Logging in..." fullWidth>
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        data-autofocus={email === '' || undefined}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        data-autofocus={email !== '' || undefined}
        // After a signup the email is known, so that navigation starts in this field.
        data-page-focus={email !== '' || undefined}
        aria-invalid={Boolean(form.errors.password)}
        {...form.getInputProps('password')}
      />
    </StackedForm>
  );
}
