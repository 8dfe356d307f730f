import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { usePortal } from '#client/api/portal.ts';
import { messageOf, setFieldErrors } from '#client/api/problems.ts';
import { validateBy } from '#client/api/validate.ts';
import { focusFirstError } from '#client/ui/focus-first-error.ts';
import { FormAnswer, type FormAnswerProps } from '#client/ui/form-answer.tsx';
import { OfficeContact } from '#client/ui/office-contact.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { forgotPassword } from '#contract/session.ts';

type ForgotFormProps = { email: string; onBack: () => void };

/** Asks for an email with a link to a new password; where none goes out, says who helps instead. */
export function ForgotForm({ email, onBack }: ForgotFormProps) {
  const portal = usePortal();
  return (
    <Stack gap="md">
      {portal?.sendsEmail === false ? (
        <Alert>
          This portal sends no email. Ask the FYP office for a new password:{' '}
          <OfficeContact office={portal.office} />.
        </Alert>
      ) : (
        <AskForLink email={email} />
      )}
      <Button variant="subtle" color="gray" onClick={onBack}>
        Back to login
      </Button>
    </Stack>
  );
}

function AskForLink({ email }: { email: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<FormAnswerProps>();
  const form = useForm({
    initialValues: { email },
    validate: validateBy(forgotPassword.body),
    validateInputOnBlur: true,
  });
  const ask = form.onSubmit(
    async (body) => {
      setIsBusy(true);
      try {
        const { message } = await call(forgotPassword, { body });
        setAnswer({ success: message });
      } catch (error) {
        const text = messageOf(error, 'Server error. Please try again.');
        if (!setFieldErrors(form, error)) setAnswer({ fault: text });
      } finally {
        setIsBusy(false);
      }
    },
    (_errors, _values, event) => focusFirstError(event?.currentTarget),
  );
  return (
    <form onSubmit={ask} noValidate aria-label="Forgotten password">
      <Stack gap="md">
        <FormAnswer {...answer} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          {...form.getInputProps('email')}
        />
        <SubmitButton isBusy={isBusy} busyText="Sending..." fullWidth>
          Send me a link
        </SubmitButton>
      </Stack>
    </form>
  );
}
