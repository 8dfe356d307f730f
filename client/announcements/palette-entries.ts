import type { PaletteEntries } from '#client/feature.ts';
import { links } from '#contract/links.ts';

export const paletteEntries: PaletteEntries = {
  title: 'Actions',
  roles: ['admin'],
  list: () => [
    {
      to: links.newAnnouncement,
      label: 'New announcement',
      words: 'write message news',
    },
  ],
};
