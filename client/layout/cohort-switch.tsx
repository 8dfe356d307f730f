import { Alert, Box } from '@mantine/core';
import { Suspense } from 'react';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useSession } from '#client/api/session/session.ts';
import { lazyPart } from './lazy-part.tsx';

// Loaded only by the few who choose, because the field brings the code of menus.
const CohortSelect = lazyPart(async () => (await import('./cohort-select.tsx')).CohortSelect);

/** Lets a user with groups in several cohorts, or an admin, choose a cohort. Shows a notice if the cohort is closed. */
export function CohortSwitch() {
  const { cohorts, cohort } = useCohort();
  const isAdmin = useSession()?.role === 'admin';
  const ownCohorts = cohorts.filter(({ isOwn, code }) => isOwn || code === cohort?.code);
  if (!cohort) return null;
  const closed = cohort.closedAt && (
    <Alert
      color="gray"
      title={
        <>
          <bdi>{cohort.name}</bdi> is closed
        </>
      }
    >
      You can’t change anything in it.{' '}
      {isAdmin ? 'Reopen it under Settings.' : 'The FYP office can reopen it.'}
    </Alert>
  );
  return (
    <>
      {ownCohorts.length > 1 && (
        <Box mih="4.2rem" mb="md" data-no-print>
          <Suspense>
            <CohortSelect cohorts={ownCohorts} code={cohort.code} />
          </Suspense>
        </Box>
      )}
      {closed}
    </>
  );
}
