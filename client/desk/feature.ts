import type { Pages } from '#client/feature.ts';
import { roles } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';

export const deskPages: Pages = [{ path: paths.desk, label: 'Desk', access: roles, staffLink: 1 }];
