import type { DeskSection } from '#client/feature.ts';
import { ExtensionRequests } from './extension-requests.tsx';
import { ReminderSetting } from './mute-reminders.tsx';

export const pageSections: readonly DeskSection[] = [
  { order: 10, roles: ['admin', 'faculty'], Component: ExtensionRequests },
  { order: 30, roles: ['student'], isBeside: true, Component: ReminderSetting },
];
