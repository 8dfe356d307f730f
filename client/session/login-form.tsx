import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { call } from '#client/api/call.ts';
import { messageOf } from '#client/api/problems.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { formValidator } from '#client/api/validate.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { ReplyOf } from '#contract/endpoint.ts';
import { login } from '#contract/session.ts';

type LoginFormProps = {
  email: string;
  onLoggedIn: (reply: ReplyOf<typeof login>) => void;
};

export function LoginForm({ email, onLoggedIn }: LoginFormProps) {
  const form = useSendForm({
    initialValues: { email, password: '' },
    validate: formValidator(login.body),
    send: (body) => call(login, { body }),
    onDone: onLoggedIn,
    failure: (error) => messageOf(error, 'Invalid credentials', 'Server error. Please try again.'),
    isOnce: true,
  });
  return (
    <form {...form.props} aria-label="Login">
      <Stack gap="md">
        <FormStatus {...form.status} />
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
        <SubmitButton isBusy={form.isBusy} busyText="Logging in..." fullWidth>
          Login
        </SubmitButton>
      </Stack>
    </form>
  );
}
