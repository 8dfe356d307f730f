import { useQuery } from '@tanstack/react-query';
import { findHome } from '#contract/content.ts';
import { buildQueryOptions } from './queries.ts';

export const portalStaleTimeMs = 10_000;

/** Returns the department's data, time zone, limits and email settings, or undefined while they load. */
export function usePortal() {
  const { data } = useQuery({
    ...buildQueryOptions(findHome),
    staleTime: portalStaleTimeMs,
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

/** Returns the department's time zone. Until it has loaded, returns the browser's time zone. */
export function useTimeZone(): string {
  return usePortal()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
