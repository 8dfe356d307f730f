import type { Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';
import { roles } from '#contract/values/roles.ts';

export const pages: Pages = [{ path: paths.desk, label: 'Desk', access: roles }];
