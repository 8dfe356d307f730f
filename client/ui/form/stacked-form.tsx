import { Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { FormStatus, type FormStatusProps } from './form-status.tsx';
import { SubmitButton } from './submit-button.tsx';

type StackedFormProps = {
  /** Accessible name of the form. */
  label: string;
  /** Result of `useSendForm`. */
  form: { props: ComponentProps<'form'>; status: FormStatusProps; isBusy: boolean };
  /** Text of the button. */
  submit: string;
  /** Text of the button while the form is sent. */
  busyText: string;
  fullWidth?: boolean;
  disabled?: boolean;
  /** The fields. */
  children: ReactNode;
};

/** A form whose status, fields and button are below one another. */
export function StackedForm({ label, form, submit, children, ...button }: StackedFormProps) {
  return (
    <form {...form.props} aria-label={label}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        {children}
        <SubmitButton isBusy={form.isBusy} {...button}>
          {submit}
        </SubmitButton>
      </Stack>
    </form>
  );
}
