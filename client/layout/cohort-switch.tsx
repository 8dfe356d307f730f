import { Alert, Select } from '@mantine/core';
import { useCohort } from '#client/api/cohorts.ts';
import { useSession } from '#client/api/session.ts';
import { useListAddress } from '#client/api/use-list-address.ts';

/** For whoever has groups in more than one cohort: which of them the page shows. */
export function CohortSwitch() {
  const { cohorts, cohort } = useCohort();
  const { change } = useListAddress();
  const isAdmin = useSession()?.role === 'admin';
  const own = cohorts.filter(({ isOwn, code }) => isOwn || code === cohort?.code);
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
      {own.length > 1 && (
        <Select
          label="Session"
          w={{ base: '100%', xs: '18rem' }}
          mb="md"
          allowDeselect={false}
          data={own.map(({ code, name, closedAt }) => ({
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
