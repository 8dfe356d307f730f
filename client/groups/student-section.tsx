import type { StudentSection } from '#client/feature.ts';
import { GroupPeople } from '#client/layout/group-people.tsx';
import { ColumnLayout } from '#client/ui/columns.tsx';
import { Section } from '#client/ui/section.tsx';
import { GroupDetails } from './group-details.tsx';
import { LoadingMembers } from './loading-members.tsx';
import { MemberCards } from './member-cards.tsx';
import { LeaveGroup } from './people/leave-group.tsx';

export const pageSections: readonly StudentSection[] = [
  {
    order: 95,
    Component: ({ group, member, staff, hasAskedToLeave = false }) => (
      <ColumnLayout widths="minmax(0, 7fr) minmax(0, 6fr)" style={{ alignItems: 'stretch' }}>
        <Section title="Group details">
          <GroupDetails group={group} />
          {group && (
            <div data-no-print>
              <GroupPeople group={group} staff={staff} />
            </div>
          )}
        </Section>
        <Section title="Members">
          {group ? (
            <>
              <MemberCards members={group.fypGroupMembers} ownId={member?._id} />
              <LeaveGroup group={group} hasAsked={hasAskedToLeave} />
            </>
          ) : (
            <LoadingMembers />
          )}
        </Section>
      </ColumnLayout>
    ),
  },
];
