import { useSession } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import type { DeskSection } from '#client/feature.ts';
import { GroupPeople } from '#client/layout/group-people.tsx';
import { useHasDeskTask } from '#client/layout/navigation/use-has-desk-task.ts';
import { Section } from '#client/ui/section.tsx';
import { findGroup } from '#contract/groups.ts';
import { DeskLeaveRequests } from './people/desk-leave-requests.tsx';

export const pageSections: readonly DeskSection[] = [
  {
    order: 16,
    roles: ['admin'],
    // Such requests are rare, so the desk says whether a request for the list is worthwhile.
    Component: () => (useHasDeskTask('leaving') ? <DeskLeaveRequests /> : null),
  },
  { order: 40, roles: ['student'], isBeside: true, Component: OwnSupervisor },
];

/** Renders nothing if it can't be read: the student's page shows the error, or that the student has no group. */
function OwnSupervisor() {
  const session = useSession();
  const { data } = useRead(
    findGroup,
    { params: { email: session?.email ?? '' } },
    { failure: 'Failed to fetch details', isWanted: session?.groupId !== undefined },
  );
  if (!data?.staff || data.staff.length === 0) return null;
  return (
    <Section title="Your supervisor">
      <GroupPeople group={{ ...data.group, externalExaminer: null }} staff={data.staff} />
    </Section>
  );
}
