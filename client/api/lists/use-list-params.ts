import { useSearchParams } from 'react-router';
import { maxSearchLength, truncateText } from '#contract/values/text.ts';

const lastPage = 100_000;

export function useListParams() {
  const [params, setParams] = useSearchParams();

  const change = (values: Record<string, string | undefined>, isReplacing = false) => {
    // `location` includes changes that the router has not rendered yet.
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
    q: truncateText(params.get('q') ?? '', maxSearchLength),
    page: page >= 1 && page <= lastPage ? page : 1,
    search: (q: string) => change({ q, page: undefined }, true),
    goToPage: (to: number) => change({ page: to > 1 ? String(to) : undefined }),
  };
}
