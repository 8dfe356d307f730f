import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useIsLive } from '#client/api/drawn.ts';

const schemes = {
  light: { label: 'light', next: 'dark', Icon: IconSun },
  dark: { label: 'dark', next: 'auto', Icon: IconMoon },
  auto: { label: 'as the system', next: 'light', Icon: IconDeviceDesktop },
} as const;

/** Goes round: light, dark, whatever the system says. */
export function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isLive = useIsLive();
  // The server does not know what this browser has chosen.
  const { label, next, Icon } = schemes[isLive ? colorScheme : 'auto'];
  return (
    <ActionIcon
      data-scripted
      variant="subtle"
      color="gray"
      size={36}
      aria-label={`Appearance: ${label}`}
      title={`Appearance: ${label}. Click for ${schemes[next].label}.`}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
