import { Suspense } from 'react';
import type { GroupSection } from '#client/feature.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';

/** Only those who open the tab need this code. */
const GroupMeetings = lazyPart(async () => (await import('./group-meetings.tsx')).GroupMeetings);

export const pageSections: readonly GroupSection[] = [
  {
    order: 55,
    tab: 'meetings',
    // The server refuses the group's examiner as well.
    isShownTo: (group, { role, userId }) =>
      role !== 'faculty' || ('supervisorId' in group && group.supervisorId === userId),
    Component: ({ group }) => (
      <Suspense fallback={<LoadingCards cards={1} label="Loading the meetings…" />}>
        <GroupMeetings groupId={group._id} cohortId={group.cohortId} />
      </Suspense>
    ),
  },
];
