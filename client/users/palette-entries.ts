import type { PaletteEntries } from '#client/feature.ts';
import { links } from '#contract/links.ts';

export const paletteEntries: PaletteEntries = {
  title: 'Actions',
  roles: ['admin'],
  list: () => [
    {
      to: links.newStaff('', true),
      label: 'New supervisor',
      words: 'add account user',
    },
  ],
};
