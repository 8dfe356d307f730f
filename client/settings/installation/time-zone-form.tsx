import { Button, Group, List, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '#client/api/use-read.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { type Installation, previewTimeZone } from '#contract/settings/installation.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { InstallationForm } from './installation-form.tsx';
import { isFixed, SettingSection } from './setting-section.tsx';
import { useInstallationForm } from './use-installation-form.ts';

export function TimeZoneSection({ installation }: { installation: Installation }) {
  const { timeZone } = installation;
  return (
    <SettingSection
      title="Time zone"
      description="Used for deadlines and all dates on pages, in emails and in exports."
      setting={timeZone}
    >
      <TimeZoneForm key={timeZone.value} {...installation} />
    </SettingSection>
  );
}

function TimeZoneForm({ version, timeZone }: Pick<Installation, 'version' | 'timeZone'>) {
  const [isAsking, setIsAsking] = useState(false);
  const form = useInstallationForm({
    version,
    initialValues: { timeZone: timeZone.value },
    toChange: (values) => ({ ...values, isTimeZoneConfirmed: true }),
  });
  const isUnchanged = form.values.timeZone === timeZone.value;
  const zones = [...new Set([timeZone.value, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <InstallationForm form={form} label="Time zone" submit={undefined}>
      <Select
        label="Time zone"
        data={zones}
        searchable
        readOnly={isFixed(timeZone)}
        {...form.getInputProps('timeZone')}
      />
      {!isFixed(timeZone) && (
        <Group gap="sm">
          <Button disabled={isUnchanged} onClick={() => setIsAsking(true)}>
            Change the time zone…
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={`Change the time zone to ${form.values.timeZone}?`}
        confirmLabel="Change the time zone"
        isBusy={form.isBusy}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          form.element.current?.requestSubmit();
        }}
      >
        <MovedDeadlines before={timeZone.value} after={form.values.timeZone} />
      </ConfirmDialog>
    </InstallationForm>
  );
}

const maxListed = 5;

function MovedDeadlines({ before, after }: { before: string; after: string }) {
  const read = useRead(
    previewTimeZone,
    { query: { timeZone: after } },
    { failure: 'Couldn’t load the effect on the deadlines' },
  );
  return (
    <Loaded read={read} loading={<Text role="status">Loading the deadlines…</Text>}>
      {({ deadlines, individualDates }) => (
        <Stack gap="sm">
          <Text>
            Deadlines keep their local time, so {deadlines.length}{' '}
            {deadlines.length === 1 ? 'deadline falls' : 'deadlines fall'} at a different moment.
            All other dates keep their moment and show the new local time
            {individualDates > 0 && `, including ${individualDates} group-specific dates`}.
          </Text>
          {deadlines.length > 0 && (
            <List size="sm">
              {deadlines.slice(0, maxListed).map(({ cohort, title, after: due }) => (
                <List.Item key={`${cohort} ${title}`}>
                  <bdi>{title}</bdi>: {formatDateTime(due, after)}, which is{' '}
                  {formatDateTime(due, before)} in {before}
                </List.Item>
              ))}
            </List>
          )}
          {deadlines.length > maxListed && (
            <Text size="sm" c="dimmed">
              And {deadlines.length - maxListed} more.
            </Text>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
