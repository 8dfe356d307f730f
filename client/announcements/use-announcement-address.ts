import { useListAddress } from '#client/api/use-list-address.ts';
import { AnnouncementFilter, type AnnouncementState } from '#contract/announcements.ts';

const { state: State, sort: Sort } = AnnouncementFilter.shape;

/** What the address asks of the list, and which announcement is written or shown. */
export function useAnnouncementAddress() {
  const { params, change, q, page, search, goToPage } = useListAddress();
  // Of an address written by hand, what cannot be understood does not narrow.
  const state = State.safeParse(params.get('state') || undefined).data;
  const sort = Sort.safeParse(params.get('sort') || undefined).data ?? '-when';
  const open = (values: Record<string, string | undefined>) =>
    change({ write: undefined, show: undefined, ...values });
  return {
    ...{ q, page, state, sort, search, goToPage },
    /** "new", or an id. */
    written: params.get('write'),
    shown: params.get('show'),
    narrow: (to: AnnouncementState | null) =>
      change({ state: to ?? undefined, page: undefined }, true),
    sortBy: (to: string | null) => change({ sort: to ?? undefined, page: undefined }, true),
    showAll: () => change({ q: undefined, state: undefined, page: undefined }),
    write: () => open({ write: 'new' }),
    edit: (id: string) => open({ write: id }),
    show: (id: string) => open({ show: id }),
    close: () => change({ write: undefined, show: undefined }, true),
  };
}

export type AnnouncementAddress = ReturnType<typeof useAnnouncementAddress>;
