import { useFilters } from '#client/api/lists/use-filters.ts';
import { AnnouncementFilter } from '#contract/messages/announcements.ts';

export function useAnnouncementUrlState() {
  const { shape } = AnnouncementFilter;
  const { filter, narrow, ...address } = useFilters(shape, ['state']);
  const { params, change } = address;
  // Replace an unknown sort order silently, because the order does not affect which announcements are listed.
  const sort = shape.sort.safeParse(params.get('sort') || undefined).data ?? '-when';
  const open = (values: Record<string, string | undefined>) =>
    change({ write: undefined, show: undefined, ...values });
  return {
    ...address,
    state: filter.state,
    sort,
    /** ID of the announcement that is being edited, or "new". */
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

export type AnnouncementUrlState = ReturnType<typeof useAnnouncementUrlState>;
