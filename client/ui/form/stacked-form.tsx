import { Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { FormStatus, type FormStatusProps } from './form-status.tsx';
import { SubmitButton } from './submit-button.tsx';

type StackedFormProps = {
  /** Accessible name of the form. */
  label: string;
  /** Returned by `useSendForm`. */
  form: { props: ComponentProps<'form'>; status: FormStatusProps; isBusy: boolean };
  /** Label of the submit button. */
  submit: string;
  /** Label of the submit button while the form is being sent. */
  busyText: string;
  fullWidth?: boolean;
  disabled?: boolean;
  /** The form's fields. */
  children: ReactNode;
};

/** A form with its status, fields and button stacked vertically. */
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
