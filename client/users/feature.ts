import type { Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';

export const pages: Pages = [
  { path: paths.people, label: 'People', access: ['admin'], file: 'users/people-page' },
];
