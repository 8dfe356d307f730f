import { Checkbox } from '@mantine/core';
import type { Installation } from '#contract/settings/installation.ts';
import { InstallationForm } from './installation-form.tsx';
import { isFixed, SettingSection } from './setting-section.tsx';
import { useInstallationForm } from './use-installation-form.ts';

export function PasswordsSection({ installation }: { installation: Installation }) {
  const { strictPasswords } = installation;
  return (
    <SettingSection
      title="Passwords"
      description="A new password must have at least 8 characters, and can’t be one of the hundred most used passwords or the person’s own name or email."
      setting={strictPasswords}
    >
      <PasswordsForm key={String(strictPasswords.value)} {...installation} />
    </SettingSection>
  );
}

function PasswordsForm({
  version,
  strictPasswords,
}: Pick<Installation, 'version' | 'strictPasswords'>) {
  const isReadOnly = isFixed(strictPasswords);
  const form = useInstallationForm({
    version,
    initialValues: { strictPasswords: strictPasswords.value },
    toChange: (values) => values,
  });
  return (
    <InstallationForm
      form={form}
      label="Passwords"
      submit={isReadOnly ? undefined : 'Save the rule'}
    >
      <Checkbox
        label="Also reject about 18,000 leaked passwords"
        description="Existing passwords stay valid."
        disabled={isReadOnly}
        {...form.getInputProps('strictPasswords', { type: 'checkbox' })}
      />
    </InstallationForm>
  );
}
