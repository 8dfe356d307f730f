import { PasswordInput, TextInput } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { getErrorMessage } from '#client/api/problems.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { StackedForm } from '#client/ui/form/stacked-form.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { login } from '#contract/session.ts';

type LoginFormProps = {
  email: string;
  onLoggedIn: (reply: EndpointReply<typeof login>) => void;
};

export function LoginForm({ email, onLoggedIn }: LoginFormProps) {
  const form = useSendForm({
    initialValues: { email, password: '' },
    validate: createFormValidator(login.body),
    send: (body) => call(login, { body }),
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
        aria-invalid={Boolean(form.errors.password)}
        {...form.getInputProps('password')}
      />
    </StackedForm>
  );
}
