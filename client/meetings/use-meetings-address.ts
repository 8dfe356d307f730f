import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useFilters } from '#client/api/lists/use-filters.ts';
import { MeetingGroupsFilter } from '#contract/meetings/lists.ts';

export const meetingsPageSize = 50;

export function useMeetingsUrlState() {
  const { shape } = MeetingGroupsFilter;
  const { filter, ...address } = useFilters(shape, ['state']);
  const { params, change, q, unknown } = address;
  const { code } = useCohort();
  const sortParam = params.get('sort') ?? '';
  const sort = shape.sort.safeParse(sortParam.replace(/^-/, '') || undefined).data ?? 'group';
  const isDescending = sortParam.startsWith('-');
  return {
    ...address,
    state: filter.state,
    sort: `${isDescending ? '-' : ''}${sort}`,
    filter: {
      q,
      sort,
      ...filter,
      ...(isDescending && { descending: 'true' as const }),
      ...(code && { cohort: code }),
    },
    isNarrowed: q !== '' || filter.state !== undefined || unknown.length > 0,
    groupId: params.get('group') ?? undefined,
    /** A leading minus in `to`, as in "-group", means descending order. */
    sortBy: (to: string) => change({ sort: to, page: undefined }, true),
    show: (groupId: string | undefined) => change({ group: groupId }, groupId === undefined),
  };
}

export type MeetingsUrlState = ReturnType<typeof useMeetingsUrlState>;
