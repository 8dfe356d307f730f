import { useCohort } from '#client/api/cohorts.ts';
import { findUnknownChoices, useFilters } from '#client/api/use-filters.ts';
import { CertificatesFilter } from '#contract/certificates.ts';

export const perPage = 50;

/** What the address asks of the list, and which student is open. */
export function useCertificatesAddress() {
  const { shape } = CertificatesFilter;
  const { filter, ...address } = useFilters(shape, ['program', 'state']);
  const { params, change, q, unknown } = address;
  const { code, isKnown } = useCohort();
  const { program, state } = filter;
  const asked = params.get('sort') ?? '';
  const sort = shape.sort.safeParse(asked.replace(/^-/, '') || undefined).data ?? 'group';
  const isDescending = asked.startsWith('-');
  return {
    ...address,
    program,
    state,
    sort,
    isDescending,
    isKnown,
    /** For the list and the file alike. */
    filter: {
      ...{ q, sort },
      ...(program && { program }),
      ...(state && { state }),
      ...(isDescending && { descending: 'true' as const }),
      ...(code && { cohort: code }),
    },
    isNarrowed: q !== '' || Object.keys(filter).length + unknown.length > 0,
    /** With a program that no group has. */
    unknownAmong: (programs: readonly string[] | undefined) => [
      ...unknown,
      ...findUnknownChoices({ program }, { program: programs }),
    ],
    memberId: params.get('member') ?? undefined,
    /** With a minus: the last first. */
    sortBy: (to: string) => change({ sort: to, page: undefined }, true),
    show: (memberId: string | undefined, isReplacing = false) =>
      change({ member: memberId }, isReplacing),
  };
}

export type CertificatesAddress = ReturnType<typeof useCertificatesAddress>;
