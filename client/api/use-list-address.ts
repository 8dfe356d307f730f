import { useSearchParams } from 'react-router';
import { cutText, longestSearch } from '#contract/values/text.ts';

const lastPage = 100_000;

/** A list's search and page as the address has them, so that reloading and going back find them again. */
export function useListAddress() {
  const [params, setParams] = useSearchParams();

  /** Sets (or with undefined removes) some of the address's values and leaves the others. */
  const change = (values: Record<string, string | undefined>, isReplacing = false) => {
    // The address itself: what somebody set a moment ago may not have been drawn yet, and would be lost.
    const before = new URLSearchParams(window.location.search);
    const after = new URLSearchParams(before);
    for (const [name, value] of Object.entries(values)) {
      if (value) after.set(name, value);
      else after.delete(name);
    }
    if (after.toString() === before.toString()) return;
    setParams(after, { replace: isReplacing, preventScrollReset: true });
  };

  const page = Math.trunc(Number(params.get('page')));
  return {
    params,
    change,
    q: cutText(params.get('q') ?? '', longestSearch),
    page: page >= 1 && page <= lastPage ? page : 1,
    search: (q: string) => change({ q, page: undefined }, true),
    goToPage: (to: number) => change({ page: to > 1 ? String(to) : undefined }),
  };
}
