import { useQuery } from '@tanstack/react-query';
import { findHome } from '#contract/settings/content.ts';
import { buildQueryOptions } from './queries.ts';

export const portalStaleTimeMs = 10_000;

/** Returns undefined while the portal's data load. */
export function usePortalInfo() {
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

/** Returns the department's time zone or, until it has loaded, the browser's. */
export function useTimeZone(): string {
  return usePortalInfo()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
