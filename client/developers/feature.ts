import { buildMenuNames, type Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';

export const pages: Pages = [
  {
    path: paths.developers,
    ...buildMenuNames('developers'),
    access: 'public',
    module: 'developers',
    navigation: { student: 6, faculty: 6, admin: 6 },
  },
];
