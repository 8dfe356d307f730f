import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { Problem } from '#contract/problem.ts';
import type { AffectedMilestone } from '#contract/rules/scheme-change.ts';
import {
  getSetting,
  listSettingVersions,
  type SettingName,
  type SettingVersion,
  settingDefinitions,
} from '#contract/settings/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { settingForms } from './forms/forms.ts';
import { invalidateSettings } from './invalidate-settings.ts';
import { ValueView } from './kit/value-view.tsx';
import { RemovedEntriesDialog } from './removed-entries-dialog.tsx';
import { SchemeConversion } from './scheme-conversion.tsx';
import { useRemovedEntries } from './use-removed-entries.ts';
import type { Setting } from './use-setting-form.ts';

type HistoryProps = {
  name: SettingName;
  cohort: string | undefined;
  isDirty: boolean;
  isReadOnly: boolean;
  onRestored: (setting: Setting) => void;
  onClose: () => void;
};

export function SettingHistory(props: HistoryProps) {
  const { name, cohort, onClose } = props;
  const [shown, setShown] = useState<number>();
  const versions = useRead(
    listSettingVersions,
    { params: { name }, query: { cohort } },
    { failure: 'Couldn’t load the history', staleTime: 0 },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={`History: ${settingDefinitions[name].label}`}
      size="46rem"
    >
      <Loaded read={versions} loading={<LoadingLines lines={4} />}>
        {({ versions: all }) =>
          shown === undefined ? (
            <VersionTable versions={all} onShow={setShown} />
          ) : (
            <VersionView
              {...props}
              version={shown}
              newest={all[0]?.version ?? shown}
              onBack={() => setShown(undefined)}
            />
          )
        }
      </Loaded>
    </Modal>
  );
}

type VersionTableProps = { versions: readonly SettingVersion[]; onShow: (version: number) => void };

function VersionTable({ versions, onShow }: VersionTableProps) {
  const zone = useTimeZone();
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label="Versions">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Version</Table.Th>
            <Table.Th>Saved</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {versions.map(({ version, changedAt, changedBy }, index) => (
            <Table.Tr key={version}>
              <Table.Td>{index === 0 ? `${version} (now)` : version}</Table.Td>
              <Table.Td>{formatDateTime(changedAt, zone)}</Table.Td>
              <Table.Td>{changedBy ?? 'The portal'}</Table.Td>
              <Table.Td ta="right">
                <Button size="xs" variant="default" onClick={() => onShow(version)}>
                  View version {version}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type OneVersionProps = HistoryProps & { version: number; newest: number; onBack: () => void };

function VersionView({ version, newest, onBack, ...props }: OneVersionProps) {
  const { name, cohort, isReadOnly } = props;
  const [isAsking, setIsAsking] = useState(false);
  const read = useRead(
    getSetting,
    { params: { name }, query: { cohort, version } },
    { failure: 'Couldn’t load this version' },
  );
  return (
    <Loaded read={read} loading={<LoadingLines lines={6} />}>
      {(setting) => (
        <Stack gap="md">
          <Group justify="space-between">
            <Button variant="default" size="xs" onClick={onBack}>
              All versions
            </Button>
            {version !== newest && !isReadOnly && (
              <Button size="xs" onClick={() => setIsAsking(true)}>
                Restore version {version}
              </Button>
            )}
          </Group>
          <Restore
            {...props}
            opened={isAsking}
            setting={setting}
            newest={newest}
            onCancel={() => setIsAsking(false)}
          />
          <ValueView field={settingForms[name]} value={setting.value} />
        </Stack>
      )}
    </Loaded>
  );
}

type RestoreProps = HistoryProps & {
  opened: boolean;
  setting: Setting;
  newest: number;
  onCancel: () => void;
};

/** Restores a version after confirmation. If a restored scheme affects existing marks, asks how to convert them. */
function Restore({ name, cohort, isDirty, opened, setting, newest, ...on }: RestoreProps) {
  const [affected, setAffected] = useState<AffectedMilestone[]>();
  const finish = async (restored: Setting) => {
    on.onRestored(restored);
    await invalidateSettings();
    on.onClose();
  };
  const scheme = { version: newest, value: setting.value, restored: setting.version };
  const removedEntries = useRemovedEntries();
  const restore = useAction(
    () => removedEntries.save({ params: { name }, query: { cohort }, body: scheme }),
    {
      failure: 'Couldn’t restore the version',
      toastFor: adminToastDurationMs,
      onDone: (reply) => finish(reply.setting),
      onFailure: (error, message) => {
        const affectedMilestones = error instanceof Problem ? error.details.affected : undefined;
        if (affectedMilestones) setAffected(affectedMilestones);
        else toast.error(message, adminToastDurationMs);
      },
      onSettled: on.onCancel,
    },
  );
  if (affected)
    return (
      <SchemeConversion
        cohort={cohort}
        affected={affected}
        scheme={{ ...scheme, removed: removedEntries.decisions }}
        onConverted={finish}
      />
    );
  if (removedEntries.question) return <RemovedEntriesDialog {...removedEntries.question} />;
  return (
    <ConfirmDialog
      opened={opened}
      title={`Restore version ${setting.version}?`}
      confirmLabel="Restore"
      isBusy={restore.isRunning}
      busyText="Restoring…"
      onConfirm={() => restore.run()}
      onClose={on.onCancel}
    >
      <Text>
        It becomes the latest version, and everyone sees it within seconds. The versions in between
        are kept.
        {name === 'deadlines' &&
          ' Groups with extensions get the later of the two dates, and are notified of changes by email.'}
        {isDirty && ' Your unsaved changes in the form will be lost.'}
      </Text>
    </ConfirmDialog>
  );
}
