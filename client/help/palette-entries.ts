import { buildQueryOptions, queryClient } from '#client/api/queries.ts';
import type { PaletteEntries } from '#client/feature.ts';
import { links } from '#contract/links.ts';
import { findHelp, helpGuides } from '#contract/settings/help.ts';
import { roles } from '#contract/values/roles.ts';

export const paletteEntries: PaletteEntries = {
  title: 'Help',
  roles,
  list: async () => {
    const { guides } = await queryClient.fetchQuery(buildQueryOptions(findHelp));
    return guides.flatMap(({ name, topics }) =>
      topics.map(({ id, title }) => ({
        to: links.help(name, id),
        label: title,
        detail: helpGuides[name].label,
        words: 'help',
      })),
    );
  },
};
