import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { PageHeader } from '#client/ui/page-header.tsx';
import { paths } from '#contract/paths.ts';
import { CohortList } from './cohorts/cohort-list.tsx';

export function Component() {
  return (
    <>
      <PageHeader
        title="Cohorts"
        description="Each cohort is one academic year of projects with its own lists, deadlines, marking scheme and rules."
        actions={
          <Anchor component={Link} to={paths.settings}>
            All settings
          </Anchor>
        }
      />
      <CohortList />
    </>
  );
}
