import type { GroupMemberSection } from '#client/feature.ts';
import { ResultSheetButton } from './sheet-button.tsx';

export const pageSections: readonly GroupMemberSection[] = [
  {
    order: 20,
    Component: ({ group, member, isMember }) =>
      !isMember && <ResultSheetButton groupId={group._id} member={member} />,
  },
];
