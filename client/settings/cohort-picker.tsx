import { Select } from '@mantine/core';
import { useListAddress } from '#client/api/use-list-address.ts';
import { useRead } from '#client/api/use-read.ts';
import { type Cohort, listCohorts } from '#contract/cohorts.ts';

/** The cohort that the address names, or the current one. */
export function useCohort() {
  const { params, change } = useListAddress();
  const read = useRead(listCohorts, {}, { failure: 'The cohorts could not be loaded.' });
  const cohorts = read.data?.cohorts ?? [];
  const asked = params.get('cohort');
  const cohort = asked
    ? cohorts.find(({ code }) => code.toLowerCase() === asked.toLowerCase())
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

/** Whose settings are shown. */
export function CohortPicker({ cohorts, value, onPick }: CohortPickerProps) {
  return (
    <Select
      label="Cohort"
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
