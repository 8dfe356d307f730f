import type { DeskSection } from '#client/feature.ts';
import { roles } from '#contract/values/roles.ts';
import { NextDates } from './next-dates.tsx';

export const pageSections: readonly DeskSection[] = [
  { order: 18, roles, isBeside: true, Component: NextDates },
];
