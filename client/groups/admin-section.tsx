import type { AdminSection } from '#client/feature.ts';
import { GroupFigures } from './admin/group-figures.tsx';

export const pageSections: readonly AdminSection[] = [{ order: 20, Component: GroupFigures }];
