import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { messageOf, setFieldErrors } from '#client/api/problems.ts';
import { type Session, updateSession } from '#client/api/session.ts';
import { validateBy } from '#client/api/validate.ts';
import { focusFirstError } from '#client/ui/focus-first-error.ts';
import { FormAnswer } from '#client/ui/form-answer.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { toast } from '#client/ui/toast.ts';
import { updateUser } from '#contract/users.ts';

/** An admin's own address, which the first admin has from the portal. Everybody else's is the office's to change. */
export function OwnEmailForm({ session: { userId, email } }: { session: Session }) {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState('');
  const form = useForm({
    initialValues: { email },
    validate: validateBy(updateUser.body.pick({ email: true })),
    validateInputOnBlur: true,
  });
  const save = form.onSubmit(
    async (body, event) => {
      const element = event?.currentTarget;
      setIsBusy(true);
      setFault('');
      try {
        const { user } = await call(updateUser, { params: { userId }, body });
        toast.success(`You log in with ${user.email} from now on.`);
        updateSession({ email: user.email });
      } catch (error) {
        if (setFieldErrors(form, error)) focusFirstError(element);
        else setFault(messageOf(error, 'The email was not changed.'));
      } finally {
        setIsBusy(false);
      }
    },
    (_errors, _values, event) => focusFirstError(event?.currentTarget),
  );
  return (
    <form onSubmit={save} noValidate aria-label="Change email">
      <Stack gap="md">
        <FormAnswer fault={fault} />
        <TextInput
          label="Your email"
          description="You log in with it, and emails of the portal go there"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          {...form.getInputProps('email')}
        />
        <SubmitButton isBusy={isBusy} busyText="Saving..." disabled={!form.isDirty()}>
          Change email
        </SubmitButton>
      </Stack>
    </form>
  );
}
