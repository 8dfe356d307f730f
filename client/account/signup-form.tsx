import { Anchor, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#client/api/connection/call.ts';
import { useIsModuleEnabled } from '#client/api/portal.ts';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { NewPasswordInput } from '#client/layout/new-password-input.tsx';
import { EmailInput } from '#client/ui/form/email-input.tsx';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { StackedForm } from '#client/ui/form/stacked-form.tsx';
import { UploadProgress } from '#client/ui/form/upload-progress.tsx';
import { register } from '#contract/account.ts';
import { findFileError } from '#contract/documents.ts';
import { paths } from '#contract/paths.ts';
import { Problem } from '#contract/problem.ts';
import { documentKinds } from '#contract/rules/document-kinds.ts';
import { formatSize } from '#contract/values/format-size.ts';

const { extensions, maxBytes } = documentKinds.cv;

/** Delay before the redirect to the login page (spec 2, spec 9). */
const redirectMs = 2000;

type SignupValues = { name: string; email: string; password: string; file: File | undefined };

const initialValues: SignupValues = { name: '', email: '', password: '', file: undefined };

type SignupFormProps = {
  onDone: (account: { email: string; mustConfirm: boolean }) => void;
  /** Router state of the links to the login page, besides the email. */
  loginState: { next: string };
};

function useSignup(onDone: SignupFormProps['onDone']) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** The email for which the server has found an account. */
  const [takenEmail, setTakenEmail] = useState<string>();
  const form = useSendForm({
    initialValues,
    validate: createFormValidator(register.body),
    send: async (body, options) => {
      setTakenEmail(undefined);
      try {
        return await call(register, { body }, options);
      } catch (error) {
        const isTaken = error instanceof Problem && error.code === 'email-taken';
        if (isTaken) setTakenEmail(body.email.trim());
        throw error;
      }
    },
    onDone: ({ mustConfirm }, { email }) => {
      toast.success('Registration successful!', redirectMs);
      timer.current = setTimeout(() => onDone({ email: email.trim(), mustConfirm }), redirectMs);
    },
    failure: 'Something went wrong!',
    isOnce: true,
  });
  // Hide the links once another email is typed.
  const isTaken = takenEmail !== undefined && form.values.email.trim() === takenEmail;
  return { form, takenEmail: isTaken ? takenEmail : undefined };
}

export function SignupForm({ onDone, loginState }: SignupFormProps) {
  const { form, takenEmail } = useSignup(onDone);
  const hasCv = useIsModuleEnabled('cv');
  const { upload } = form;

  return (
    <StackedForm label="Signup" form={form} submit="Sign up" busyText="Signing up…" fullWidth>
      <TextInput
        label="Name"
        description="Your full name, as the department knows you"
        autoComplete="name"
        required
        {...form.getInputProps('name')}
      />
      <EmailInput
        label="Email"
        description="The email address in your group’s proposal"
        autoComplete="email"
        required
        {...form.getInputProps('email')}
      />
      {takenEmail !== undefined && (
        <Text size="sm" role="status">
          Is this your account?{' '}
          <Anchor
            component={Link}
            to={paths.login}
            state={{ ...loginState, email: takenEmail }}
            inherit
          >
            Log in
          </Anchor>{' '}
          or{' '}
          <Anchor
            component={Link}
            to={paths.login}
            state={{ ...loginState, email: takenEmail, isForgotten: true }}
            inherit
          >
            Forgotten password
          </Anchor>
        </Text>
      )}
      <NewPasswordInput
        label="Password"
        required
        aria-invalid={Boolean(form.errors.password)}
        {...form.getInputProps('password')}
      />
      {hasCv && (
        <FilePicker
          label="CV (optional)"
          description={`PDF, JPG or PNG, up to ${formatSize(maxBytes)}`}
          accept={extensions}
          check={(file) => findFileError(documentKinds.cv, file)?.message}
          {...form.getInputProps('file')}
        />
      )}
      {upload.fraction !== undefined && form.values.file && (
        <UploadProgress
          label="Uploading CV"
          fraction={upload.fraction}
          isInterrupted={upload.isInterrupted}
          size={form.values.file.size}
          onCancel={upload.cancel}
        />
      )}
    </StackedForm>
  );
}
