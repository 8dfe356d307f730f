import { useQuery } from '@tanstack/react-query';
import type { DeskSection } from '#client/feature.ts';
import { deskQuery } from '#client/layout/navigation/use-unread-notices.ts';
import { DeskLeaveRequests } from './people/desk-leave-requests.tsx';

export const pageSections: readonly DeskSection[] = [
  {
    order: 16,
    roles: ['admin'],
    Component: () => {
      const { data } = useQuery(deskQuery);
      // Such requests are rare, so the desk says whether a request for the list is worthwhile.
      return data?.items.some(({ id }) => id === 'leaving') ? <DeskLeaveRequests /> : null;
    },
  },
];
