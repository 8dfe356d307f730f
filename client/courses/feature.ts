import { buildMenuNames, type Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';
import { roles } from '#contract/values/roles.ts';

export const pages: Pages = [
  {
    path: paths.courses,
    title: 'Coursera courses',
    ...buildMenuNames('courses'),
    access: roles,
    module: 'courses',
    file: 'courses/courses-page',
    navigation: { student: 5, faculty: 3, admin: 3 },
  },
];
