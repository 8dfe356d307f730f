import type { PaletteEntries } from '#client/feature.ts';

export const paletteEntries: PaletteEntries = {
  title: 'Settings',
  roles: ['admin'],
  // The forms are large, and only admins need their labels.
  list: async (modules) => (await import('./forms/setting-entries.ts')).listSettingEntries(modules),
};
