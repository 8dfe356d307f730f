import type { Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';

export const pages: Pages = [
  {
    path: paths.insights,
    label: 'Insights',
    access: ['admin', 'faculty'],
  },
  {
    path: paths.outcomes,
    label: 'Learning outcomes',
    access: ['admin'],
    isBelowPlace: true,
    file: 'insights/outcomes-page',
  },
];
