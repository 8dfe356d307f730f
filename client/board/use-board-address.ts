import { useFilters } from '#client/api/lists/use-filters.ts';
import { BoardFilter } from '#contract/board.ts';

const filters = ['program', 'category', 'supervisor', 'state', 'deadline', 'meetings'] as const;

/** Query parameters that saved views omit: the open or changed group, the milestone being marked, and the page number. */
const momentary = ['open', 'edit', 'people', 'mark', 'page'];

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
    isSorted: sorted !== '',
    isDescending: sorted.startsWith('-'),
    isGrouped: params.get('by') === 'supervisor',
    withMarks: params.get('marks') === 'yes',
    /** True if a narrow window shows the table instead of cards. */
    isTable: params.get('as') === 'table',
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
    showAsTable: (to: boolean) => change({ as: to ? 'table' : undefined }, true),
    hide: (columns: ReadonlySet<string>) => change({ hide: [...columns].join(' ') }, true),
    show: (groupId: string | undefined) =>
      change({ open: groupId, edit: undefined, people: undefined }, groupId === undefined),
    mark: (milestone: string) => change({ mark: milestone, open: undefined }),
    showView: (search: string) => {
      const saved = new URLSearchParams(search);
      const cleared = Object.fromEntries([...params.keys()].map((name) => [name, undefined]));
      change({ ...cleared, ...Object.fromEntries(saved) });
    },
  };
}

export type BoardUrlState = ReturnType<typeof useBoardUrlState>;
