import type { DeskSection } from '#client/feature.ts';
import { useHasDeskTask } from '#client/layout/navigation/use-has-desk-task.ts';
import { ReviewRequests } from './review-requests.tsx';

export const pageSections: readonly DeskSection[] = [
  {
    order: 15,
    roles: ['admin'],
    // Most departments have no reviews, so the desk says whether a request for the list is worthwhile.
    Component: () => (useHasDeskTask('reviews') ? <ReviewRequests /> : null),
  },
];
