import { Alert, Button, NativeSelect, PasswordInput, SimpleGrid, TextInput } from '@mantine/core';
import { useAction } from '#client/api/use-action.ts';
import {
  type Installation,
  type MailServer,
  mailPorts,
  saveInstallation,
} from '#contract/settings/installation.ts';
import { InstallationForm } from './installation-form.tsx';
import { isFixed, SettingSection } from './setting-section.tsx';
import { TestEmail } from './test-email.tsx';
import { invalidateInstallation, useInstallationForm } from './use-installation-form.ts';

const securities: { value: MailServer['security']; label: string }[] = [
  { value: 'starttls', label: 'STARTTLS (usual for port 587)' },
  { value: 'tls', label: 'TLS from the start (usual for port 465)' },
  { value: 'none', label: 'None (only without a password)' },
];

type MailServerProps = { installation: Installation };

export function MailServerSection({ installation: { version, mailServer } }: MailServerProps) {
  const problem = mailServer.value?.problem;
  return (
    <SettingSection
      title="Mail server"
      description="Sends all the portal’s emails. Without a mail server, emails are saved as files in the outbox folder. The password is encrypted and never shown again."
      setting={mailServer}
    >
      {problem && (
        <Alert color="red" role="alert" title="No emails are sent">
          {problem}
        </Alert>
      )}
      <MailServerForm
        key={JSON.stringify(mailServer.value)}
        version={version}
        mailServer={mailServer}
      />
      {mailServer.value && <TestEmail />}
    </SettingSection>
  );
}

function MailServerForm({ version, mailServer }: Pick<Installation, 'version' | 'mailServer'>) {
  const { value } = mailServer;
  const isReadOnly = isFixed(mailServer);
  const form = useInstallationForm({
    version,
    initialValues: {
      mailServer: {
        host: value?.host ?? '',
        port: String(value?.port ?? 587),
        security: value?.security ?? ('starttls' as MailServer['security']),
        user: value?.user ?? '',
        password: '',
      },
    },
    toChange: ({ mailServer: { port, password, ...server } }) => ({
      mailServer: {
        ...server,
        port: Number(port) as MailServer['port'],
        ...(password !== '' && { password }),
      },
    }),
  });
  const field = (name: string) => ({
    ...form.getInputProps(`mailServer.${name}`),
    ...(isReadOnly && { readOnly: true }),
  });
  const ports = isReadOnly && value ? [value.port] : mailPorts;
  return (
    <InstallationForm
      form={form}
      label="Mail server"
      submit={isReadOnly ? undefined : 'Save the mail server'}
      actions={mailServer.source === 'stored' && <RemoveMailServer version={version} />}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="Host" placeholder="smtp.university.edu" required {...field('host')} />
        <NativeSelect
          label="Port"
          data={ports.map(String)}
          disabled={isReadOnly}
          {...form.getInputProps('mailServer.port')}
        />
        <NativeSelect
          label="Encryption"
          data={securities}
          disabled={isReadOnly}
          {...form.getInputProps('mailServer.security')}
        />
        <TextInput label="User name" autoComplete="off" {...field('user')} />
        {!isReadOnly && (
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            placeholder={value?.hasPassword ? 'Stored' : ''}
            description={
              value?.hasPassword &&
              'Leave empty to keep the stored password. If you change the server, port, encryption or user name, enter it again.'
            }
            {...form.getInputProps('mailServer.password')}
          />
        )}
      </SimpleGrid>
    </InstallationForm>
  );
}

function RemoveMailServer({ version }: Pick<Installation, 'version'>) {
  const remove = useAction(saveInstallation, {
    failure: 'Couldn’t remove the mail server',
    success: 'Mail server removed. Emails are now saved as files in the outbox folder.',
    onSettled: invalidateInstallation,
  });
  return (
    <Button
      variant="default"
      loading={remove.isRunning}
      onClick={() => remove.run({ body: { version, mailServer: null } })}
    >
      Remove mail server
    </Button>
  );
}
