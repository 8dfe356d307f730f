import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '#client/api/use-read.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { getSetting, type SettingName, settings } from '#contract/settings.ts';
import { forms } from './forms/forms.ts';
import { ValueView } from './kit/value-view.tsx';
import type { Setting } from './use-setting-form.ts';

type StaleNoticeProps = {
  name: SettingName;
  cohort: string | undefined;
  /** Who saved meanwhile, and when. */
  message: string;
  onTake: (newest: Setting) => void;
  onKeepOwn: (newest: Setting) => void;
};

/** Somebody else saved first: the newest version can be looked at, and taken or replaced. */
export function StaleNotice({ name, cohort, message, onTake, onKeepOwn }: StaleNoticeProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Alert color="red" role="alert" title="Somebody else saved first">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{message} What you typed is still here.</Text>
          <Button size="xs" variant="default" onClick={() => setIsShown(true)}>
            Look at the newest version
          </Button>
        </Stack>
      </Alert>
      {isShown && (
        <Newest
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

function Newest({ name, cohort, onTake, onKeepOwn, onClose }: NewestProps) {
  const read = useRead(
    getSetting,
    { params: { name }, query: { cohort } },
    { failure: 'The newest version could not be loaded.', staleTime: 0 },
  );
  return (
    <Modal opened onClose={onClose} title={`Newest version: ${settings[name].label}`} size="46rem">
      <Loaded read={read} loading={<LoadingLines lines={6} />}>
        {(newest) => (
          <Stack gap="lg">
            <ValueView field={forms[name]} value={newest.value} />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={() => onTake(newest)}>
                Take it and lose what I typed
              </Button>
              <Button onClick={() => onKeepOwn(newest)}>Keep mine, to save over it</Button>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Modal>
  );
}
