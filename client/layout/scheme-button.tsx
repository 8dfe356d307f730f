import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useIsHydrated } from '#client/api/prerender-values.ts';

const schemes = {
  light: { label: 'light', next: 'dark', Icon: IconSun },
  dark: { label: 'dark', next: 'auto', Icon: IconMoon },
  auto: { label: 'same as system', next: 'light', Icon: IconDeviceDesktop },
} as const;

export function ColourSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isHydrated = useIsHydrated();
  // Until hydration, render "auto" like the server, which does not know the browser's colour scheme.
  const { label, next, Icon } = schemes[isHydrated ? colorScheme : 'auto'];
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
