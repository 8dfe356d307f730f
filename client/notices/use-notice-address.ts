import { useFilters } from '#client/api/lists/use-filters.ts';
import { NoticeFilter } from '#contract/messages/notices.ts';

export const noticesPageSize = 25;

export function useNoticeUrlState() {
  const { shape } = NoticeFilter;
  const { filter, narrow, ...address } = useFilters(shape, ['kind', 'state']);
  const { params, change } = address;
  return {
    ...address,
    kind: filter.kind,
    state: filter.state,
    order: shape.order.safeParse(params.get('order') || undefined).data ?? ('newest' as const),
    narrow: (to: string | null) => narrow('kind', to),
    showUnread: (isUnread: boolean) => narrow('state', isUnread ? 'unread' : null),
    sort: (to: string | null) =>
      change({ order: to === 'oldest' ? to : undefined, page: undefined }, true),
  };
}

export type NoticeUrlState = ReturnType<typeof useNoticeUrlState>;

export const toNoticeFilter = ({ kind, state, order }: NoticeUrlState) => ({
  ...(kind && { kind }),
  ...(state && { state }),
  order,
});
