import type { GroupSection } from '#client/feature.ts';
import { GroupDeadlines } from './group-deadlines.tsx';

export const pageSections: readonly GroupSection[] = [
  {
    order: 5,
    tab: 'overview',
    Component: ({ group, isMember }) => (
      <GroupDeadlines groupId={group._id} cohortId={group.cohortId} mayAsk={isMember} />
    ),
  },
];
