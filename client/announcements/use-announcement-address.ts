import { useFilters } from '#client/api/use-filters.ts';
import { AnnouncementFilter } from '#contract/announcements.ts';

/** What the address asks of the list, and which announcement is written or shown. */
export function useAnnouncementAddress() {
  const { shape } = AnnouncementFilter;
  const { filter, narrow, ...address } = useFilters(shape, ['state']);
  const { params, change } = address;
  // An unknown order hides no row.
  const sort = shape.sort.safeParse(params.get('sort') || undefined).data ?? '-when';
  const open = (values: Record<string, string | undefined>) =>
    change({ write: undefined, show: undefined, ...values });
  return {
    ...address,
    state: filter.state,
    sort,
    /** "new", or an id. */
    written: params.get('write'),
    shown: params.get('show'),
    narrow: (to: string | null) => narrow('state', to),
    sortBy: (to: string | null) => change({ sort: to ?? undefined, page: undefined }, true),
    write: () => open({ write: 'new' }),
    edit: (id: string) => open({ write: id }),
    show: (id: string) => open({ show: id }),
    close: () => change({ write: undefined, show: undefined }, true),
  };
}

export type AnnouncementAddress = ReturnType<typeof useAnnouncementAddress>;
