import { Group, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { FormStatus, type FormStatusProps } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';

type InstallationFormProps = {
  label: string;
  /** The form that `useInstallationForm` returns. */
  form: {
    props: ComponentProps<'form'>;
    status: FormStatusProps;
    isBusy: boolean;
    isDirty: () => boolean;
  };
  /** Label of the submit button. Undefined if the environment fixes all fields. */
  submit: string | undefined;
  /** Further buttons beside the submit button. */
  actions?: ReactNode;
  children: ReactNode;
};

export function InstallationForm({
  label,
  form,
  submit,
  actions,
  children,
}: InstallationFormProps) {
  return (
    <form {...form.props} aria-label={label}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        {children}
        {submit !== undefined && (
          <Group gap="sm">
            <SubmitButton isBusy={form.isBusy} busyText="Saving…" disabled={!form.isDirty()}>
              {submit}
            </SubmitButton>
            {actions}
          </Group>
        )}
      </Stack>
    </form>
  );
}
