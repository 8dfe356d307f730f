import { useFilters } from '#client/api/use-filters.ts';
import { NoticeFilter } from '#contract/notices.ts';

export const pageSize = 25;

/** What the address asks of the list: kind, unread or all, order and page. */
export function useNoticeAddress() {
  const { shape } = NoticeFilter;
  const { filter, narrow, ...address } = useFilters(shape, ['kind', 'state']);
  const { params, change } = address;
  return {
    ...address,
    kind: filter.kind,
    state: filter.state,
    // An unknown order hides no row.
    order: shape.order.safeParse(params.get('order') || undefined).data ?? ('newest' as const),
    narrow: (to: string | null) => narrow('kind', to),
    showUnread: (isUnread: boolean) => narrow('state', isUnread ? 'unread' : null),
    sort: (to: string | null) =>
      change({ order: to === 'oldest' ? to : undefined, page: undefined }, true),
  };
}

export type NoticeAddress = ReturnType<typeof useNoticeAddress>;

/** What the endpoints take of it. */
export const filterOf = ({ kind, state, order }: NoticeAddress) => ({
  ...(kind && { kind }),
  ...(state && { state }),
  order,
});
