import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { useAction } from '#client/api/use-action.ts';
import { findCategories } from '#contract/settings/categories.ts';
import { findHome } from '#contract/settings/content.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { getSetting, listSettingVersions } from '#contract/settings/settings.ts';
import { findSetup, replaceTexts } from '#contract/setup.ts';

/** Asks once whether the texts with which the portal started stay. */
export function FirstTextsQuestion({ onKeep }: { onKeep: () => void }) {
  const replacement = useAction(replaceTexts, {
    failure: 'Couldn’t replace the texts',
    onDone: () =>
      invalidateEndpoints(
        findSetup,
        findHome,
        findCategories,
        findDevelopers,
        getSetting,
        listSettingVersions,
      ),
  });
  return (
    <Alert title="Which texts should the portal start with?">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          The home page, FAQ, category cards and developers still show the texts that came with the
          portal. Neutral texts name no person, room or date. You can edit both under Settings, and
          the earlier version stays in the history.
        </Text>
        <Group gap="sm">
          <Button size="xs" loading={replacement.isRunning} onClick={() => replacement.run({})}>
            Start with neutral texts
          </Button>
          <Button size="xs" variant="default" disabled={replacement.isRunning} onClick={onKeep}>
            Keep these texts
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
