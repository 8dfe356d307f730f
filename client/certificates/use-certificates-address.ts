import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { findUnknownChoices, useFilters } from '#client/api/lists/use-filters.ts';
import { CertificatesFilter } from '#contract/students/certificates.ts';

export const certificatesPageSize = 50;

export function useCertificatesUrlState() {
  const { shape } = CertificatesFilter;
  const { filter, ...address } = useFilters(shape, ['program', 'state']);
  const { params, change, q, unknown } = address;
  const { code, isKnown } = useCohort();
  const { program, state } = filter;
  const sortParam = params.get('sort') ?? '';
  const sort = shape.sort.safeParse(sortParam.replace(/^-/, '') || undefined).data ?? 'group';
  const isDescending = sortParam.startsWith('-');
  return {
    ...address,
    program,
    state,
    sort,
    isDescending,
    isKnown,
    filter: {
      q,
      sort,
      ...(program && { program }),
      ...(state && { state }),
      ...(isDescending && { descending: 'true' as const }),
      ...(code && { cohort: code }),
    },
    isNarrowed: q !== '' || Object.keys(filter).length + unknown.length > 0,
    /** Returns the filters with an unknown value. */
    findUnknown: (programs: readonly string[] | undefined) => [
      ...unknown,
      ...findUnknownChoices({ program }, { program: programs }),
    ],
    memberId: params.get('member') ?? undefined,
    /** A leading minus in `to`, as in "-group", means descending order. */
    sortBy: (to: string) => change({ sort: to, page: undefined }, true),
    show: (memberId: string | undefined, isReplacing = false) =>
      change({ member: memberId }, isReplacing),
  };
}

export type CertificatesUrlState = ReturnType<typeof useCertificatesUrlState>;
