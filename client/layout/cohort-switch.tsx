import { Alert, Select } from '@mantine/core';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useListParams } from '#client/api/lists/use-list-params.ts';
import { useSession } from '#client/api/session/session.ts';

/** Lets a user with groups in several cohorts, or an admin, choose a cohort. Shows a notice if the cohort is closed. */
export function CohortSwitch() {
  const { cohorts, cohort } = useCohort();
  const { change } = useListParams();
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
      Nothing in it can be changed.{' '}
      {isAdmin ? 'Open it again under Settings.' : 'The office can open it again.'}
    </Alert>
  );
  return (
    <>
      {ownCohorts.length > 1 && (
        <Select
          label="Session"
          w={{ base: '100%', xs: '18rem' }}
          mb="md"
          allowDeselect={false}
          data={ownCohorts.map(({ code, name, closedAt }) => ({
            value: code,
            label: closedAt ? `${name} (closed)` : name,
          }))}
          value={cohort.code}
          onChange={(code) =>
            change({
              cohort: code ?? undefined,
              group: undefined,
              page: undefined,
              edit: undefined,
            })
          }
          data-no-print
        />
      )}
      {closed}
    </>
  );
}
