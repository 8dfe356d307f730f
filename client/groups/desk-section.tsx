import type { DeskSection } from '#client/feature.ts';
import { useHasDeskTask } from '#client/layout/navigation/use-has-desk-task.ts';
import { DeskLeaveRequests } from './people/desk-leave-requests.tsx';

export const pageSections: readonly DeskSection[] = [
  {
    order: 16,
    roles: ['admin'],
    // Such requests are rare, so the desk says whether a request for the list is worthwhile.
    Component: () => (useHasDeskTask('leaving') ? <DeskLeaveRequests /> : null),
  },
];
