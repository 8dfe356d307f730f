import { SimpleGrid } from '@mantine/core';
import type { GroupSection } from '#client/feature.ts';
import { Section } from '#client/ui/section.tsx';
import { GroupDetails } from './group-details.tsx';
import { MemberCards } from './member-cards.tsx';

export const pageSections: readonly GroupSection[] = [
  {
    order: 10,
    Component: ({ group, renderMember }) => (
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="Group details">
          <GroupDetails group={group} />
        </Section>
        <Section title="Members">
          <MemberCards members={group.fypGroupMembers} below={renderMember} />
        </Section>
      </SimpleGrid>
    ),
  },
];
