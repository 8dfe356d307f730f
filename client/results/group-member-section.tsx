import type { GroupMemberSection } from '#client/feature.ts';
import { SheetButton } from './sheet-button.tsx';

export const pageSections: readonly GroupMemberSection[] = [
  {
    order: 20,
    Component: ({ group, member, isMember }) =>
      !isMember && <SheetButton groupId={group._id} member={member} />,
  },
];
