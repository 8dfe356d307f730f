import { useCohort } from '#client/api/cohorts.ts';
import { useListAddress } from '#client/api/use-list-address.ts';
import { CertificatesFilter } from '#contract/certificates.ts';

export const perPage = 50;
const filters = ['program', 'state'] as const;

/** What the address asks of the list, and which student is open. */
export function useCertificatesAddress() {
  const { params, change, q, page, search, goToPage } = useListAddress();
  const { code, isKnown } = useCohort();
  const { shape } = CertificatesFilter;
  // Of an address written by hand, what cannot be understood does not narrow.
  const program = shape.program.safeParse(params.get('program') || undefined).data;
  const state = shape.state.safeParse(params.get('state') || undefined).data;
  const asked = params.get('sort') ?? '';
  const sort = shape.sort.safeParse(asked.replace(/^-/, '') || undefined).data ?? 'group';
  const isDescending = asked.startsWith('-');
  return {
    q,
    page,
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
    isNarrowed: q !== '' || program !== undefined || state !== undefined,
    memberId: params.get('member') ?? undefined,
    search,
    goToPage,
    narrow: (name: (typeof filters)[number], to: string | null) =>
      change({ [name]: to ?? undefined, page: undefined }, true),
    showAll: () => change({ q: undefined, program: undefined, state: undefined, page: undefined }),
    /** With a minus: the last first. */
    sortBy: (to: string) => change({ sort: to, page: undefined }, true),
    show: (memberId: string | undefined, isReplacing = false) =>
      change({ member: memberId }, isReplacing),
  };
}

export type CertificatesAddress = ReturnType<typeof useCertificatesAddress>;
