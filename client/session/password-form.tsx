import { PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { messageOf, setFieldErrors } from '#client/api/problems.ts';
import { invalidate } from '#client/api/queries.ts';
import { updateSession, useSession } from '#client/api/session.ts';
import { validateBy } from '#client/api/validate.ts';
import { focusFirstError } from '#client/ui/focus-first-error.ts';
import { FormAnswer, type FormAnswerProps } from '#client/ui/form-answer.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { passwordRule } from '#contract/password.ts';
import { changePassword, listSessions } from '#contract/session.ts';

/** Changes one's own password; the sessions elsewhere end with it. */
export function PasswordForm() {
  const session = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<FormAnswerProps>();
  const form = useForm({
    initialValues: { current: '', password: '' },
    validate: validateBy(changePassword.body),
    validateInputOnBlur: true,
  });
  const change = form.onSubmit(
    async (body, event) => {
      const element = event?.currentTarget;
      setIsBusy(true);
      setAnswer(undefined);
      try {
        const { message } = await call(changePassword, { body });
        form.reset();
        setAnswer({ success: message });
        updateSession({ passwordEndsAt: undefined });
        await invalidate(listSessions);
      } catch (error) {
        if (setFieldErrors(form, error)) focusFirstError(element);
        else {
          setAnswer({ fault: messageOf(error, 'The password was not changed.') });
        }
      } finally {
        setIsBusy(false);
      }
    },
    (_errors, _values, event) => focusFirstError(event?.currentTarget),
  );
  return (
    <form onSubmit={change} noValidate aria-label="Change password">
      <Stack gap="md">
        <FormAnswer {...answer} />
        <PasswordInput
          label={session?.passwordEndsAt ? 'One-time password' : 'Current password'}
          autoComplete="current-password"
          required
          aria-invalid={Boolean(form.errors.current)}
          {...form.getInputProps('current')}
        />
        <PasswordInput
          label="New password"
          description={passwordRule}
          autoComplete="new-password"
          required
          aria-invalid={Boolean(form.errors.password)}
          {...form.getInputProps('password')}
        />
        <SubmitButton isBusy={isBusy} busyText="Saving...">
          Change password
        </SubmitButton>
      </Stack>
    </form>
  );
}
