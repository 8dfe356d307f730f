import { Button } from '@mantine/core';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { AnnouncementList } from './announcement-list.tsx';
import { useAnnouncementUrlState } from './use-announcement-address.ts';

export function Component() {
  const { code, cohort, isKnown } = useCohort();
  const address = useAnnouncementUrlState();
  return (
    <>
      <PageHeader
        title="Announcements"
        description="Messages to students, supervisors and external examiners, shown on their desks and optionally sent by email."
        actions={
          <Button disabled={Boolean(cohort?.closedAt)} onClick={address.write}>
            New announcement
          </Button>
        }
      />
      <CohortSwitch />
      {isKnown && <AnnouncementList cohort={code} address={address} />}
      {isKnown && <AnnouncementDialog cohort={code} address={address} />}
    </>
  );
}
