import type { Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';
import { roles } from '#contract/values/roles.ts';

export const pages: Pages = [
  { path: paths.notices, label: 'Notifications', access: roles },
  {
    path: paths.unsubscribe(':token'),
    label: 'Unsubscribe',
    access: 'public',
    file: 'notices/unsubscribe-page',
  },
];
