import { SimpleGrid, TextInput } from '@mantine/core';
import type { Installation } from '#contract/settings/installation.ts';
import { InstallationForm } from './installation-form.tsx';
import { isFixed, SettingSection } from './setting-section.tsx';
import { useInstallationForm } from './use-installation-form.ts';

export function SenderSection({ installation }: { installation: Installation }) {
  const { mailSender } = installation;
  return (
    <SettingSection
      title="Sender of emails"
      description="Name and address that recipients see. Many mail servers accept only addresses of their own domain."
      setting={mailSender}
    >
      <SenderForm key={JSON.stringify(mailSender.value)} {...installation} />
    </SettingSection>
  );
}

function SenderForm({ version, mailSender }: Pick<Installation, 'version' | 'mailSender'>) {
  const readOnly = isFixed(mailSender);
  const form = useInstallationForm({
    version,
    initialValues: { mailSender: mailSender.value },
    toChange: (values) => values,
  });
  return (
    <InstallationForm
      form={form}
      label="Sender of emails"
      submit={readOnly ? undefined : 'Save the sender'}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="Name" readOnly={readOnly} {...form.getInputProps('mailSender.name')} />
        <TextInput
          label="Email"
          type="email"
          required
          readOnly={readOnly}
          {...form.getInputProps('mailSender.email')}
        />
      </SimpleGrid>
    </InstallationForm>
  );
}
