import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { messageOf, setFieldErrors } from '#client/api/problems.ts';
import { validateBy } from '#client/api/validate.ts';
import { focusFirstError } from '#client/ui/focus-first-error.ts';
import { FormAnswer } from '#client/ui/form-answer.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import type { ReplyOf } from '#contract/endpoint.ts';
import { login } from '#contract/session.ts';

type LoginFormProps = {
  email: string;
  onLoggedIn: (reply: ReplyOf<typeof login>) => void;
};

export function LoginForm({ email, onLoggedIn }: LoginFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initialValues: { email, password: '' },
    validate: validateBy(login.body),
    validateInputOnBlur: true,
  });

  const logIn = form.onSubmit(
    async (body, event) => {
      const element = event?.currentTarget;
      setIsBusy(true);
      setFault(undefined);
      try {
        onLoggedIn(await call(login, { body }));
      } catch (error) {
        setIsBusy(false);
        if (setFieldErrors(form, error)) focusFirstError(element);
        else setFault(messageOf(error, 'Invalid credentials', 'Server error. Please try again.'));
      }
    },
    (_errors, _values, event) => focusFirstError(event?.currentTarget),
  );

  return (
    <form onSubmit={logIn} noValidate aria-label="Login">
      <Stack gap="md">
        <FormAnswer fault={fault} />
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
        <SubmitButton isBusy={isBusy} busyText="Logging in..." fullWidth>
          Login
        </SubmitButton>
      </Stack>
    </form>
  );
}
