import { Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { FormStatus, type FormStatusProps } from './form-status.tsx';
import { SubmitButton } from './submit-button.tsx';

type StackedFormProps = {
  label: string;
  /** The form that `useSendForm` returns. */
  form: { props: ComponentProps<'form'>; status: FormStatusProps; isBusy: boolean };
  submit: string;
  busyText: string;
  fullWidth?: boolean;
  disabled?: boolean;
  children: ReactNode;
};

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
