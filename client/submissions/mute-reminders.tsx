import { Switch } from '@mantine/core';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { findReminderSetting, muteReminders } from '#contract/submissions.ts';

/** Lets students mute their reminders, except the last one before each deadline. */
export function ReminderSetting() {
  const read = useRead(
    findReminderSetting,
    {},
    // Always refetch, because this setting can also be changed in the notice settings.
    { failure: 'Couldn’t load your reminders', staleTime: 0 },
  );
  const muting = useAction(muteReminders, {
    failure: 'Couldn’t save your settings',
    invalidates: [findReminderSetting],
  });
  return (
    <Section title="Reminders">
      <Loaded read={read} loading={<LoadingLines lines={1} label="Loading…" />}>
        {({ isMuted }) => (
          <Switch
            label="Email me before deadlines if my group’s files are missing"
            description="The last reminder before each deadline is always sent."
            checked={!(muting.input?.body.isMuted ?? isMuted)}
            disabled={muting.isRunning}
            onChange={(event) => muting.run({ body: { isMuted: !event.currentTarget.checked } })}
          />
        )}
      </Loaded>
    </Section>
  );
}
