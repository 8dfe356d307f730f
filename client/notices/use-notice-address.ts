import { useListAddress } from '#client/api/use-list-address.ts';
import { NoticeFilter, type NoticeKind } from '#contract/notices.ts';

export const pageSize = 25;

/** What the address asks of the list: kind, unread or all, order and page. */
export function useNoticeAddress() {
  const { params, change, page, goToPage } = useListAddress();
  // Of an address written by hand, what cannot be understood does not narrow.
  const { kind, state, order } = NoticeFilter.shape;
  const filter = {
    kind: kind.safeParse(params.get('kind') || undefined).data,
    state: state.safeParse(params.get('state') || undefined).data,
    order: order.safeParse(params.get('order') || undefined).data ?? ('newest' as const),
  };
  return {
    ...filter,
    page,
    goToPage,
    narrow: (to: NoticeKind | null) => change({ kind: to ?? undefined, page: undefined }, true),
    showUnread: (isUnread: boolean) =>
      change({ state: isUnread ? 'unread' : undefined, page: undefined }, true),
    sort: (to: string | null) =>
      change({ order: to === 'oldest' ? to : undefined, page: undefined }, true),
    showAll: () => change({ kind: undefined, state: undefined, page: undefined }),
  };
}

export type NoticeAddress = ReturnType<typeof useNoticeAddress>;

/** What the endpoints take of it. */
export const filterOf = ({ kind, state, order }: NoticeAddress) => ({
  ...(kind && { kind }),
  ...(state && { state }),
  order,
});
