import { useSearchParams } from 'react-router';
import { cutText, longestSearch } from '#contract/values/text.ts';

const lastPage = 100_000;

/** Returns a list's search and page from the URL, which keeps them after a reload and Back. */
export function useListAddress() {
  const [params, setParams] = useSearchParams();

  /** Sets query parameters, or removes those whose value is undefined. Keeps all others. */
  const change = (values: Record<string, string | undefined>, isReplacing = false) => {
    // Read `location`: the router's parameters may lack a change that is not rendered yet.
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
