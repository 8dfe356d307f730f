import type { GroupSection } from '#client/feature.ts';
import { Section } from '#client/ui/section.tsx';
import { GroupChangeList } from './admin/group-history.tsx';
import { MemberCards } from './member-cards.tsx';
import { FormerMembers } from './people/former-members.tsx';
import { PeopleSection } from './people/people-section.tsx';

export const pageSections: readonly GroupSection[] = [
  {
    order: 10,
    tab: 'overview',
    Component: ({ group, renderMember }) => (
      <Section title="Members">
        <MemberCards members={group.fypGroupMembers} below={renderMember} />
      </Section>
    ),
  },
  {
    order: 12,
    tab: 'overview',
    Component: ({ group: { formerMembers } }) =>
      formerMembers && (
        <Section title="Former members">
          <FormerMembers members={formerMembers} />
        </Section>
      ),
  },
  {
    order: 14,
    tab: 'overview',
    roles: ['admin'],
    Component: ({ group }) =>
      'version' in group && (
        <div id="people">
          <PeopleSection group={group} />
        </div>
      ),
  },
  {
    order: 60,
    tab: 'history',
    Component: ({ group }) => (
      <Section
        title="History"
        description="Everything that has happened in the group, newest first."
      >
        <GroupChangeList groupId={group._id} groupName={group.fypGroupName} />
      </Section>
    ),
  },
];
