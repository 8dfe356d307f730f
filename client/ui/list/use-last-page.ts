import { useEffect } from 'react';

type Listed = {
  page: number;
  limit: number;
  /** How many there are in all; undefined as long as that is not known for what is asked now. */
  total: number | undefined;
  goToPage: (page: number) => void;
};

/** Turns to the last page where the address asks for a later one: there were more when it was made. */
export function useLastPage({ page, limit, total, goToPage }: Listed) {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / limit));
  useEffect(() => {
    if (last !== undefined && page > last) goToPage(last);
  }, [page, last, goToPage]);
}
