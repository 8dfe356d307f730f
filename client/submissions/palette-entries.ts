import type { PaletteEntries } from '#client/feature.ts';
import { links } from '#contract/links.ts';

export const paletteEntries: PaletteEntries = {
  title: 'Actions',
  roles: ['student'],
  list: () => [
    {
      to: links.ownDeadlines,
      label: 'Upload a file or request an extension',
      words: 'submit thesis report deadline',
    },
  ],
};
