import { Radio, Stack } from '@mantine/core';
import type { Installation } from '#contract/settings/installation.ts';
import { InstallationForm } from './installation-form.tsx';
import { isFixed, SettingSection } from './setting-section.tsx';
import { useInstallationForm } from './use-installation-form.ts';

const choices = [
  { value: 'on', label: 'The user opens a link in an email', description: 'Needs a mail server.' },
  { value: 'admin', label: 'An admin confirms the account under Users' },
  {
    value: 'off',
    label: 'No one',
    description: 'Only for trials on a computer that no one else can reach.',
  },
];

export function AccountsSection({ installation }: { installation: Installation }) {
  const { confirmEmail } = installation;
  return (
    <SettingSection
      title="Confirmation of new accounts"
      description="Who confirms the email address of a new account before it can open a group."
      setting={confirmEmail}
    >
      <AccountsForm key={confirmEmail.value} {...installation} />
    </SettingSection>
  );
}

function AccountsForm({ version, confirmEmail }: Pick<Installation, 'version' | 'confirmEmail'>) {
  const isReadOnly = isFixed(confirmEmail);
  const form = useInstallationForm({
    version,
    initialValues: { confirmEmail: confirmEmail.value },
    toChange: (values) => values,
  });
  return (
    <InstallationForm
      form={form}
      label="Confirmation of new accounts"
      submit={isReadOnly ? undefined : 'Save the confirmation'}
    >
      <Radio.Group
        aria-label="Who confirms new accounts"
        {...form.getInputProps('confirmEmail')}
        readOnly={isReadOnly}
      >
        <Stack gap="xs">
          {choices.map((choice) => (
            <Radio key={choice.value} {...choice} disabled={isReadOnly} />
          ))}
        </Stack>
      </Radio.Group>
    </InstallationForm>
  );
}
