import type { PaletteEntries } from '#client/feature.ts';
import { links } from '#contract/links.ts';

export const paletteEntries: PaletteEntries = {
  title: 'Actions',
  roles: ['admin', 'faculty'],
  list: () => [
    {
      to: links.missedGroups(),
      label: 'Remind overdue groups',
      words: 'send reminder late missed deadline',
    },
  ],
};
