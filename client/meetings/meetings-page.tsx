import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { MeetingGroupList } from './group-list.tsx';
import { OfficeHoursSection } from './office-hours/office-hours.tsx';

export function Component() {
  return (
    <>
      <PageHeader
        title="Meetings"
        mb="md"
        description="The groups that you supervise, with their last meeting, what waits for your confirmation, and open next steps."
      />
      <CohortSwitch />
      <MeetingGroupList>
        <OfficeHoursSection />
      </MeetingGroupList>
    </>
  );
}
