import { PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { messageOf, setFieldErrors } from '#client/api/problems.ts';
import { validateBy } from '#client/api/validate.ts';
import { focusFirstError } from '#client/ui/focus-first-error.ts';
import { FormAnswer } from '#client/ui/form-answer.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { passwordRule } from '#contract/password.ts';
import { resetPassword } from '#contract/session.ts';

/** Sets a new password by the link of an email. */
export function ResetForm({ token, onDone }: { token: string; onDone: (said: string) => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initialValues: { token, password: '' },
    validate: validateBy(resetPassword.body),
    validateInputOnBlur: true,
  });
  const reset = form.onSubmit(
    async (body) => {
      setIsBusy(true);
      setFault(undefined);
      try {
        onDone((await call(resetPassword, { body })).message);
      } catch (error) {
        setIsBusy(false);
        if (!setFieldErrors(form, error)) {
          setFault(messageOf(error, 'Server error. Please try again.'));
        }
      }
    },
    (_errors, _values, event) => focusFirstError(event?.currentTarget),
  );
  return (
    <form onSubmit={reset} noValidate aria-label="New password">
      <Stack gap="md">
        <FormAnswer fault={fault} />
        <PasswordInput
          label="New password"
          description={passwordRule}
          autoComplete="new-password"
          required
          data-autofocus
          aria-invalid={Boolean(form.errors.password)}
          {...form.getInputProps('password')}
        />
        <SubmitButton isBusy={isBusy} busyText="Saving..." fullWidth>
          Save new password
        </SubmitButton>
      </Stack>
    </form>
  );
}
