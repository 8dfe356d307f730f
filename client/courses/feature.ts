import type { Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';
import { roles } from '#contract/values/roles.ts';

export const pages: Pages = [
  {
    path: paths.courses,
    title: 'Coursera courses',
    label: 'Coursera Courses',
    access: roles,
    file: 'courses/courses-page',
    navigation: { student: 5, faculty: 3, admin: 3 },
  },
];
