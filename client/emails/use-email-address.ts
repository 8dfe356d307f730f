import { useFilters } from '#client/api/lists/use-filters.ts';
import { EmailFilter } from '#contract/messages/emails.ts';

export const emailPageSizes = [25, 50, 100] as const;

export function useEmailListUrlState() {
  const { filter, narrow, ...address } = useFilters(EmailFilter.shape, ['state']);
  const { params, change } = address;
  const limit =
    emailPageSizes.find((size) => String(size) === params.get('limit')) ?? emailPageSizes[0];
  return {
    ...address,
    state: filter.state,
    limit,
    shown: params.get('email'),
    narrow: (to: string | null) => narrow('state', to),
    resize: (to: string | null) => change({ limit: to ?? undefined, page: undefined }, true),
    show: (emailId: string) => change({ email: emailId }),
    close: () => change({ email: undefined }, true),
  };
}

export type EmailListUrlState = ReturnType<typeof useEmailListUrlState>;
