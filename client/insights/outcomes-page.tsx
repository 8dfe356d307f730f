import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { useLightPrintTheme } from '#client/ui/print/use-light-print.ts';
import { links } from '#contract/links.ts';
import { Outcomes } from './outcomes/outcomes.tsx';

export function Component() {
  useLightPrintTheme();
  return (
    <>
      <PageHeader
        title="Learning outcomes"
        mb="md"
        description={
          <>
            Attainment of course and program learning outcomes, based on milestone marks. Define
            outcomes under{' '}
            <Anchor component={Link} to={links.cohortSetting('outcomes')}>
              Settings
            </Anchor>
            .
          </>
        }
      />
      <CohortSwitch />
      <Outcomes />
    </>
  );
}
