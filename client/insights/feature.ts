import type { Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';

export const pages: Pages = [
  {
    path: paths.insights,
    label: 'Insights',
    access: ['admin', 'faculty'],
    staffLink: 4,
  },
];
