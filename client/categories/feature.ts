import { buildMenuNames, type Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';
import { roles } from '#contract/values/roles.ts';

export const pages: Pages = [
  {
    path: paths.categories,
    title: 'FYP categories',
    ...buildMenuNames('categories'),
    access: roles,
    file: 'categories/categories-page',
    navigation: { student: 4, faculty: 4, admin: 4 },
  },
];
