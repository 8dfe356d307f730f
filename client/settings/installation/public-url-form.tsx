import { Button, TextInput } from '@mantine/core';
import type { Installation } from '#contract/settings/installation.ts';
import { InstallationForm } from './installation-form.tsx';
import { isFixed, SettingSection } from './setting-section.tsx';
import { useInstallationForm } from './use-installation-form.ts';

export function PublicUrlSection({ installation }: { installation: Installation }) {
  const { publicUrl } = installation;
  return (
    <SettingSection
      title="Public URL"
      description="Links in emails start with this URL. With https, cookies are marked secure and browsers are told to use HTTPS only. Open the portal at the new URL and save it there. After a change between http and https, users must log in again before they can open files."
      setting={publicUrl}
    >
      <PublicUrlForm key={publicUrl.value} {...installation} />
    </SettingSection>
  );
}

function PublicUrlForm({ version, publicUrl }: Pick<Installation, 'version' | 'publicUrl'>) {
  const readOnly = isFixed(publicUrl);
  const form = useInstallationForm({
    version,
    initialValues: { publicUrl: publicUrl.value },
    toChange: (values) => values,
  });
  const isCurrent = form.values.publicUrl === window.location.origin;
  return (
    <InstallationForm
      form={form}
      label="Public URL"
      submit={readOnly ? undefined : 'Save the URL'}
      actions={
        !isCurrent && (
          <Button
            variant="default"
            onClick={() => form.setFieldValue('publicUrl', window.location.origin)}
          >
            Use {window.location.origin}
          </Button>
        )
      }
    >
      <TextInput label="URL" required readOnly={readOnly} {...form.getInputProps('publicUrl')} />
    </InstallationForm>
  );
}
