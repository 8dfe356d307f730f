import { useListAddress } from '#client/api/use-list-address.ts';
import { BoardFilter } from '#contract/board.ts';

const filters = ['program', 'category', 'supervisor', 'state', 'deadline'] as const;
type FilterName = (typeof filters)[number];

/** What is not part of a view: which group is open, what is marked, and the page. */
const momentary = ['open', 'mark', 'page'];

/** All that the board shows stands in the address, so that a view can be shared and saved. */
export function useBoardAddress() {
  const { params, change, q, search, page, goToPage } = useListAddress();
  // Of an address written by hand, what cannot be understood does not narrow.
  const found = filters.flatMap((name) => {
    const { data } = BoardFilter.shape[name].safeParse(params.get(name) || undefined);
    return data === undefined ? [] : [[name, data] as const];
  });
  const filter: BoardFilter = { ...Object.fromEntries(found), ...(q && { q }) };
  const sorted = params.get('sort') ?? '';
  const view = new URLSearchParams(params);
  for (const name of momentary) view.delete(name);
  return {
    q,
    page,
    goToPage,
    filter,
    isNarrowed: Object.keys(filter).length > 0,
    sort: sorted.replace(/^-/, '') || 'group',
    isDescending: sorted.startsWith('-'),
    isGrouped: params.get('by') === 'supervisor',
    withMarks: params.get('marks') === 'yes',
    hidden: new Set((params.get('hide') ?? '').split(' ').filter(Boolean)),
    open: params.get('open') ?? undefined,
    view: view.toString(),
    search,
    narrow: (name: FilterName, to: string | null) =>
      change({ [name]: to ?? undefined, page: undefined }, true),
    showAll: () =>
      change({
        q: undefined,
        page: undefined,
        ...Object.fromEntries(filters.map((name) => [name, undefined])),
      }),
    /** Up, down, and up again. */
    sortBy: (column: string) => {
      const isSame = (sorted.replace(/^-/, '') || 'group') === column;
      change({ sort: isSame && !sorted.startsWith('-') ? `-${column}` : column }, true);
    },
    groupBySupervisor: (to: boolean) => change({ by: to ? 'supervisor' : undefined }, true),
    showMarks: (to: boolean) => change({ marks: to ? 'yes' : undefined }, true),
    hide: (columns: ReadonlySet<string>) => change({ hide: [...columns].join(' ') }, true),
    show: (groupId: string | undefined) => change({ open: groupId }, groupId === undefined),
    mark: (milestone: string) => change({ mark: milestone, open: undefined }),
    showView: (search: string) => {
      const wanted = new URLSearchParams(search);
      const gone = Object.fromEntries([...params.keys()].map((name) => [name, undefined]));
      change({ ...gone, ...Object.fromEntries(wanted) });
    },
  };
}

export type BoardAddress = ReturnType<typeof useBoardAddress>;
