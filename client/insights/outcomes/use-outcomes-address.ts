import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useFilters } from '#client/api/lists/use-filters.ts';
import { OutcomeStudentFilter } from '#contract/admin/outcomes.ts';

export const studentsPageSize = 50;

export function useOutcomesUrlState() {
  const { shape } = OutcomeStudentFilter;
  const { filter, ...address } = useFilters(shape, ['program', 'outcome', 'state']);
  const { params, change, q, unknown } = address;
  const { code } = useCohort();
  const sortParam = params.get('sort') ?? '';
  const sort = shape.sort.safeParse(sortParam.replace(/^-/, '') || undefined).data ?? 'roll';
  const isDescending = sortParam.startsWith('-');
  const cohort = code && { cohort: code };
  return {
    ...address,
    ...filter,
    cohort: { ...cohort },
    sort: `${isDescending ? '-' : ''}${sort}`,
    /** Query of the list of students. */
    filter: {
      ...{ q, sort },
      ...filter,
      ...(isDescending && { descending: 'true' as const }),
      ...cohort,
    },
    /** Query of exports. */
    report: { ...(filter.program && { program: filter.program }), ...cohort },
    isNarrowed: q !== '' || Object.keys(filter).length + unknown.length > 0,
    /** A leading minus in `to`, as in "-name", means descending order. */
    sortBy: (to: string) => change({ sort: to, page: undefined }, true),
  };
}

export type OutcomesUrlState = ReturnType<typeof useOutcomesUrlState>;
