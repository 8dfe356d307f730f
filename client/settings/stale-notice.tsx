import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '#client/api/use-read.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { getSetting, type SettingName, settingDefinitions } from '#contract/settings/settings.ts';
import { settingForms } from './forms/forms.ts';
import { ValueView } from './kit/value-view.tsx';
import type { Setting } from './use-setting-form.ts';

type StaleNoticeProps = {
  name: SettingName;
  cohort: string | undefined;
  message: string;
  onTake: (newest: Setting) => void;
  onKeepOwn: (newest: Setting) => void;
};

/** Tells the user that another person saved the setting first, and offers to accept or overwrite that version. */
export function StaleSettingAlert({ name, cohort, message, onTake, onKeepOwn }: StaleNoticeProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Alert color="red" role="alert" title="Someone else saved first">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{message} Your input is still here.</Text>
          <Button size="xs" variant="default" onClick={() => setIsShown(true)}>
            View the latest version
          </Button>
        </Stack>
      </Alert>
      {isShown && (
        <NewestVersion
          name={name}
          cohort={cohort}
          onTake={(newest) => {
            setIsShown(false);
            onTake(newest);
          }}
          onKeepOwn={(newest) => {
            setIsShown(false);
            onKeepOwn(newest);
          }}
          onClose={() => setIsShown(false)}
        />
      )}
    </>
  );
}

type NewestProps = Omit<StaleNoticeProps, 'message'> & { onClose: () => void };

function NewestVersion({ name, cohort, onTake, onKeepOwn, onClose }: NewestProps) {
  const read = useRead(
    getSetting,
    { params: { name }, query: { cohort } },
    { failure: 'Couldn’t load the latest version', staleTime: 0 },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Latest version: ${settingDefinitions[name].label}`}
      size="46rem"
    >
      <Loaded read={read} loading={<LoadingLines lines={6} />}>
        {(newest) => (
          <Stack gap="lg">
            <ValueView field={settingForms[name]} value={newest.value} />
            <DialogFooter>
              <Button variant="default" onClick={() => onTake(newest)}>
                Use it and discard my changes
              </Button>
              <Button onClick={() => onKeepOwn(newest)}>Keep mine and overwrite it</Button>
            </DialogFooter>
          </Stack>
        )}
      </Loaded>
    </Modal>
  );
}
