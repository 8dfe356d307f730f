import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { MeetingGroupList } from './group-list.tsx';
import { OfficeHoursSection } from './office-hours/office-hours.tsx';

export function Component() {
  return (
    <>
      <PageHeader title="Meetings" mb="md" description="The groups that you supervise." />
      <CohortSwitch />
      <MeetingGroupList>
        <OfficeHoursSection />
      </MeetingGroupList>
    </>
  );
}
