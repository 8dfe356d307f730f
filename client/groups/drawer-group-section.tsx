import type { DrawerGroupSection } from '#client/feature.ts';
import { DrawerPart } from '#client/layout/drawer-part.tsx';
import { GroupDetails } from './group-details.tsx';
import { MemberCards } from './member-cards.tsx';

export const pageSections: readonly DrawerGroupSection[] = [
  { order: 10, Component: GroupDetails },
  {
    order: 20,
    Component: ({ group }) => (
      <DrawerPart title="Members">
        <MemberCards members={group.fypGroupMembers} withWhatsapp />
      </DrawerPart>
    ),
  },
];
