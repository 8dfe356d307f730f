import { useFilters } from '#client/api/lists/use-filters.ts';
import { BoardFilter } from '#contract/board.ts';

const filters = ['program', 'category', 'supervisor', 'state', 'deadline'] as const;

/** Query parameters that saved views omit: the open group, the milestone being marked, and the page number. */
const momentary = ['open', 'mark', 'page'];

export function useBoardUrlState() {
  const address = useFilters(BoardFilter.shape, filters);
  const { params, change, q } = address;
  const filter: BoardFilter = { ...address.filter, ...(q && { q }) };
  const sorted = params.get('sort') ?? '';
  const view = new URLSearchParams(params);
  for (const name of momentary) view.delete(name);
  return {
    ...address,
    filter,
    sort: sorted.replace(/^-/, '') || 'group',
    isDescending: sorted.startsWith('-'),
    isGrouped: params.get('by') === 'supervisor',
    withMarks: params.get('marks') === 'yes',
    hidden: new Set((params.get('hide') ?? '').split(' ').filter(Boolean)),
    open: params.get('open') ?? undefined,
    view: view.toString(),
    /** Sorts by the column, or reverses the order if the board is already sorted by it. */
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
      const saved = new URLSearchParams(search);
      const cleared = Object.fromEntries([...params.keys()].map((name) => [name, undefined]));
      change({ ...cleared, ...Object.fromEntries(saved) });
    },
  };
}

export type BoardUrlState = ReturnType<typeof useBoardUrlState>;
