import type { DeskSection } from '#client/feature.ts';
import { roles } from '#contract/values/roles.ts';
import { CalendarUrl } from './calendar-url.tsx';

export const pageSections: readonly DeskSection[] = [
  { order: 20, roles, isBeside: true, Component: CalendarUrl },
];
