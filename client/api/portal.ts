import { useQuery } from '@tanstack/react-query';
import { findHome } from '#contract/content.ts';
import { query } from './queries.ts';

/** How long what the department says of itself is taken as it was read. */
export const portalStaleMs = 10_000;

/** Who the department is, which zone its clock shows, how large files may be, and whether emails go out; undefined until it is known. */
export function usePortal() {
  const { data } = useQuery({
    ...query(findHome),
    staleTime: portalStaleMs,
    select: ({ department, timeZone, sizeLimits, sendsEmail, confirmedBy }) => ({
      ...department,
      timeZone,
      sizeLimits,
      sendsEmail,
      confirmedBy,
    }),
  });
  return data;
}

/** The department's time zone; until it is known, the browser's own. */
export function useTimeZone(): string {
  return usePortal()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
