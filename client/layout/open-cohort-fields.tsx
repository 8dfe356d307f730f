import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCohort } from '#client/api/cohorts/cohorts.ts';

/** Returns the cohort with this id, or by default the selected one, if it is closed. */
export function useClosedCohort(cohortId?: string | null) {
  const { cohorts, cohort: selected } = useCohort();
  const cohort = cohortId ? cohorts.find(({ _id }) => _id === cohortId) : selected;
  return cohort?.closedAt ? cohort : undefined;
}

type OpenCohortFieldsProps = { cohortId?: string | null; children: ReactNode };

/**
 * Disables the fields and buttons in it if the cohort is closed, and says why. The fieldset is always rendered, so that
 * its fields keep their state when the cohort is closed or loaded.
 */
export function OpenCohortFields({ cohortId, children }: OpenCohortFieldsProps) {
  const closed = useClosedCohort(cohortId);
  return (
    <fieldset disabled={closed !== undefined} style={{ display: 'contents' }}>
      {closed && (
        <Text size="sm" c="dimmed" data-no-print>
          <bdi>{closed.name}</bdi> is closed and can’t be changed.
        </Text>
      )}
      {children}
    </fieldset>
  );
}
