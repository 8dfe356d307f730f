import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { parseNumber } from '#client/ui/form/parse-number.ts';
import { Section } from '#client/ui/section.tsx';
import type { Installation } from '#contract/settings/installation.ts';
import { InstallationForm } from './installation-form.tsx';
import { isFixed } from './setting-section.tsx';
import { useInstallationForm } from './use-installation-form.ts';

export function SizeLimitsSection({ installation }: { installation: Installation }) {
  const max = Math.max(...installation.sizeLimits.map((limit) => limit.max));
  return (
    <Section
      title="Size limits"
      description={`Maximum file size for each kind, in megabytes (up to ${max.toLocaleString('en-GB')} MB). A reverse proxy must allow the largest one too, for example with nginx’s client_max_body_size. If a field is empty, the default applies.`}
    >
      <SizeLimitsForm
        key={JSON.stringify(installation.sizeLimits.map(({ value }) => value))}
        {...installation}
      />
    </Section>
  );
}

type SizeLimitsProps = Pick<Installation, 'version' | 'sizeLimits'>;

function SizeLimitsForm({ version, sizeLimits }: SizeLimitsProps) {
  const initial = Object.fromEntries(sizeLimits.map(({ kind, value }) => [kind, String(value)]));
  const form = useInstallationForm({
    version,
    initialValues: { sizeLimits: initial },
    toChange: (values) => ({
      sizeLimits: Object.fromEntries(
        Object.entries(values.sizeLimits)
          .filter(([kind, text]) => text !== initial[kind])
          .map(([kind, text]) => [kind, parseNumber(text)]),
      ),
    }),
  });
  return (
    <InstallationForm
      form={form}
      label="Size limits"
      submit={sizeLimits.every(isFixed) ? undefined : 'Save the size limits'}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        {sizeLimits.map((limit) => (
          <TextInput
            key={limit.kind}
            label={limit.label}
            inputMode="decimal"
            rightSection={
              <Text size="sm" c="dimmed">
                MB
              </Text>
            }
            rightSectionPointerEvents="none"
            readOnly={isFixed(limit)}
            description={
              isFixed(limit)
                ? `Set by ${limit.variable} in the environment`
                : limit.source === 'stored'
                  ? 'Stored setting'
                  : 'Default'
            }
            {...form.getInputProps(`sizeLimits.${limit.kind}`)}
          />
        ))}
      </SimpleGrid>
    </InstallationForm>
  );
}
