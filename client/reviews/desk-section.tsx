import { useQuery } from '@tanstack/react-query';
import type { DeskSection } from '#client/feature.ts';
import { deskQuery } from '#client/layout/navigation/use-unread-notices.ts';
import { ReviewRequests } from './review-requests.tsx';

export const pageSections: readonly DeskSection[] = [
  {
    order: 15,
    roles: ['admin'],
    Component: () => {
      const { data } = useQuery(deskQuery);
      // Most departments have no reviews, so the desk says whether a request for the list is worthwhile.
      return data?.items.some(({ id }) => id === 'reviews') ? <ReviewRequests /> : null;
    },
  },
];
