import { Select } from '@mantine/core';
import { useListParams } from '#client/api/lists/use-list-params.ts';
import { useRead } from '#client/api/use-read.ts';
import { type Cohort, listCohorts } from '#contract/settings/cohorts.ts';

export function useSettingsCohort() {
  const { params, change } = useListParams();
  const read = useRead(listCohorts, {}, { failure: 'Couldn’t load the sessions' });
  const cohorts = read.data?.cohorts ?? [];
  const requestedCode = params.get('cohort');
  const cohort = requestedCode
    ? cohorts.find(({ code }) => code.toLowerCase() === requestedCode.toLowerCase())
    : cohorts.find(({ isCurrent }) => isCurrent);
  return { read, cohorts, cohort, pick: (code: string) => change({ cohort: code }) };
}

const stateOf = ({ isCurrent, closedAt }: Cohort) =>
  isCurrent ? 'current' : closedAt ? 'closed' : 'open';

type CohortPickerProps = {
  cohorts: readonly Cohort[];
  value: string | undefined;
  onPick: (code: string) => void;
};

export function CohortPicker({ cohorts, value, onPick }: CohortPickerProps) {
  return (
    <Select
      label="Session"
      w="min(18rem, 100vw - 2rem)"
      maw="100%"
      data={cohorts.map((cohort) => ({
        value: cohort.code,
        label: `${cohort.name} (${stateOf(cohort)})`,
      }))}
      value={value ?? null}
      onChange={(code) => code && onPick(code)}
    />
  );
}
