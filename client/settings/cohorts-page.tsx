import { PageHeader } from '#client/ui/page-header.tsx';
import { CohortList } from './cohorts/cohort-list.tsx';

export function Component() {
  return (
    <>
      <PageHeader
        title="Sessions"
        description="Each session is one academic year of projects with its own lists, deadlines, marking scheme and rules."
      />
      <CohortList />
    </>
  );
}
