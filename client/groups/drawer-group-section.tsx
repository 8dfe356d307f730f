import { Box } from '@mantine/core';
import { useSession } from '#client/api/session/session.ts';
import type { DrawerGroupSection } from '#client/feature.ts';
import { TitledDrawerSection } from '#client/layout/drawer-part.tsx';
import type { FullGroup, OwnGroup } from '#contract/groups.ts';
import { GroupDetails } from './group-details.tsx';
import { MemberCards } from './member-cards.tsx';
import { ChangePeopleButton } from './people/change-people-button.tsx';
import { FormerMembers } from './people/former-members.tsx';

function ChangePeople({ group }: { group: OwnGroup | FullGroup }) {
  const isAdmin = useSession()?.role === 'admin';
  if (!isAdmin || !('version' in group)) return null;
  return (
    <Box mt="sm">
      <ChangePeopleButton group={group} size="xs" />
    </Box>
  );
}

export const pageSections: readonly DrawerGroupSection[] = [
  { order: 10, Component: GroupDetails },
  {
    order: 20,
    Component: ({ group }) => (
      <TitledDrawerSection title="Members">
        <MemberCards members={group.fypGroupMembers} withWhatsapp />
        <ChangePeople group={group} />
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
