import { Select } from '@mantine/core';
import { useListParams } from '#client/api/lists/use-list-params.ts';

type CohortSelectProps = {
  cohorts: readonly { code: string; name: string; closedAt: string | null }[];
  code: string;
};

export function CohortSelect({ cohorts, code }: CohortSelectProps) {
  const { change } = useListParams();
  return (
    <Select
      label="Session"
      w={{ base: '100%', xs: '18rem' }}
      data={cohorts.map(({ code: value, name, closedAt }) => ({
        value,
        label: closedAt ? `${name} (closed)` : name,
      }))}
      value={code}
      onChange={(chosen) =>
        change({
          cohort: chosen ?? undefined,
          group: undefined,
          page: undefined,
          edit: undefined,
        })
      }
    />
  );
}
