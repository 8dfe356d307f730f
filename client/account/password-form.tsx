import { PasswordInput } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { updateSession, useSession } from '#client/api/session/session.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { NewPasswordInput } from '#client/layout/new-password-input.tsx';
import { StackedForm } from '#client/ui/form/stacked-form.tsx';
import { changePassword } from '#contract/account.ts';
import { listSessions } from '#contract/session.ts';

export function ChangePasswordForm() {
  const session = useSession();
  const form = useSendForm({
    initialValues: { current: '', password: '' },
    validate: createFormValidator(changePassword.body),
    send: (body) => call(changePassword, { body }),
    success: ({ message }) => message,
    onDone: async () => {
      form.reset();
      updateSession({ passwordEndsAt: undefined });
      await invalidateEndpoints(listSessions);
    },
    failure: 'Couldn’t change your password',
  });
  return (
    <StackedForm label="Change password" form={form} submit="Change password" busyText="Saving…">
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly autoComplete="username" value={session?.email ?? ''} />
      <PasswordInput
        label={session?.passwordEndsAt ? 'One-time password' : 'Current password'}
        autoComplete="current-password"
        required
        aria-invalid={Boolean(form.errors.current)}
        {...form.getInputProps('current')}
      />
      <NewPasswordInput
        label="New password"
        required
        aria-invalid={Boolean(form.errors.password)}
        {...form.getInputProps('password')}
      />
    </StackedForm>
  );
}
