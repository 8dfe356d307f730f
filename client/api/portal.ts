import { useQuery } from '@tanstack/react-query';
import { findHome } from '#contract/content.ts';
import { query } from './queries.ts';

/** Who the department is and which zone its clock shows; undefined until it is known. */
export function usePortal() {
  const { data } = useQuery({
    ...query(findHome),
    staleTime: 5 * 60_000,
    select: ({ department, timeZone }) => ({ ...department, timeZone }),
  });
  return data;
}

/** The department's time zone; until it is known, the browser's own. */
export function useTimeZone(): string {
  return usePortal()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
