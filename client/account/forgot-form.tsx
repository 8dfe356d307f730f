import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { usePortalInfo } from '#client/api/portal.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { StackedForm } from '#client/ui/form/stacked-form.tsx';
import { OfficeContact } from '#client/ui/office-contact.tsx';
import { forgotPassword } from '#contract/account.ts';

type ForgotFormProps = { email: string; onBack: () => void };

/** Requests a password reset email. Without a mail server, shows the office's contact details instead. */
export function ForgotPasswordForm({ email, onBack }: ForgotFormProps) {
  const portal = usePortalInfo();
  return (
    <Stack gap="md">
      {portal?.sendsEmail === false ? (
        <Alert>
          This portal sends no email. Ask the FYP office for a new password:{' '}
          <OfficeContact office={portal.office} />.
        </Alert>
      ) : (
        <LinkRequestForm email={email} />
      )}
      <Button variant="subtle" color="gray" onClick={onBack}>
        Back to login
      </Button>
    </Stack>
  );
}

function LinkRequestForm({ email }: { email: string }) {
  const form = useSendForm({
    initialValues: { email },
    validate: createFormValidator(forgotPassword.body),
    send: (body) => call(forgotPassword, { body }),
    success: ({ message }) => message,
    failure: 'Server error. Please try again.',
  });
  return (
    <StackedForm
      label="Forgotten password"
      form={form}
      submit="Send me a link"
      busyText="Sending…"
      fullWidth
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        {...form.getInputProps('email')}
      />
    </StackedForm>
  );
}
