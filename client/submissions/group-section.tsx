import type { GroupSection } from '#client/feature.ts';
import { GroupDeadlines } from './group-deadlines.tsx';

export const pageSections: readonly GroupSection[] = [
  {
    order: 20,
    Component: ({ group, isMember }) => <GroupDeadlines groupId={group._id} mayAsk={isMember} />,
  },
];
