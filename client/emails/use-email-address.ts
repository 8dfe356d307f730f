import { useListAddress } from '#client/api/use-list-address.ts';
import { EmailFilter, type EmailState } from '#contract/emails.ts';

export const pageSizes = [25, 50, 100] as const;

/** What the address asks of the list: search, state, page and its size, and which email is shown. */
export function useEmailAddress() {
  const { params, change, q, page, search, goToPage } = useListAddress();
  // Of an address written by hand, what cannot be understood does not narrow.
  const state = EmailFilter.shape.state.safeParse(params.get('state') || undefined).data;
  const limit = pageSizes.find((size) => String(size) === params.get('limit')) ?? pageSizes[0];
  return {
    q,
    state,
    limit,
    page,
    shown: params.get('email'),
    search,
    goToPage,
    narrow: (to: EmailState | null) => change({ state: to ?? undefined, page: undefined }, true),
    resize: (to: string | null) => change({ limit: to ?? undefined, page: undefined }, true),
    showAll: () => change({ q: undefined, state: undefined, page: undefined }),
    show: (emailId: string) => change({ email: emailId }),
    close: () => change({ email: undefined }, true),
  };
}

export type EmailAddress = ReturnType<typeof useEmailAddress>;
