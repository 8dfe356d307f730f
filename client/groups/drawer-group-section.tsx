import type { DrawerGroupSection } from '#client/feature.ts';
import { TitledDrawerSection } from '#client/layout/drawer-part.tsx';
import { GroupDetails } from './group-details.tsx';
import { MemberCards } from './member-cards.tsx';
import { FormerMembers } from './people/former-members.tsx';

export const pageSections: readonly DrawerGroupSection[] = [
  { order: 10, Component: GroupDetails },
  {
    order: 20,
    Component: ({ group }) => (
      <TitledDrawerSection title="Members">
        <MemberCards members={group.fypGroupMembers} withWhatsapp />
      </TitledDrawerSection>
    ),
  },
  {
    order: 25,
    Component: ({ group: { formerMembers } }) =>
      formerMembers && (
        <TitledDrawerSection title="Former members">
          <FormerMembers members={formerMembers} />
        </TitledDrawerSection>
      ),
  },
];
