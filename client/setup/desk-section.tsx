import type { DeskSection } from '#client/feature.ts';
import { SetupChecklist } from './setup-checklist.tsx';

export const pageSections: readonly DeskSection[] = [
  { order: 5, roles: ['admin'], Component: SetupChecklist },
];
