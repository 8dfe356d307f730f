import type { PaletteEntries } from '#client/feature.ts';
import { links } from '#contract/links.ts';

export const paletteEntries: PaletteEntries = {
  title: 'Actions',
  roles: ['admin'],
  list: () => [
    {
      to: links.importOf('groups'),
      label: 'Import groups',
      words: 'excel spreadsheet upload',
    },
    {
      to: links.importOf('users'),
      label: 'Import users',
      words: 'excel spreadsheet upload accounts students',
    },
  ],
};
