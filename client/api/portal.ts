import { useQuery } from '@tanstack/react-query';
import type { EndpointReply } from '#contract/endpoint.ts';
import { findHome } from '#contract/settings/content.ts';
import {
  defaultModules,
  isModuleEnabled,
  type ModuleName,
  type Modules,
} from '#contract/settings/modules.ts';
import { getPortalName, type MenuLabels } from '#contract/settings/portal-names.ts';
import { buildQueryOptions, queryClient } from './queries.ts';

export const portalStaleTimeMs = 10_000;

/** Returns undefined while the portal's data load. */
export function useHomePart<Part>(
  select: (home: EndpointReply<typeof findHome>) => Part,
): Part | undefined {
  const options = buildQueryOptions(findHome);
  return useQuery({ ...options, staleTime: portalStaleTimeMs, select }).data;
}

/** Returns undefined while the portal's data load. */
export const usePortalInfo = () =>
  useHomePart(({ department, modules, timeZone, sizeLimits, sendsEmail, confirmedBy }) => ({
    ...department,
    modules,
    timeZone,
    sizeLimits,
    sendsEmail,
    confirmedBy,
  }));

/** Returns the department's time zone or, until it has loaded, the browser's. */
export function useTimeZone(): string {
  return usePortalInfo()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export const usePortalName = (): string => getPortalName(usePortalInfo());

const noLabels: MenuLabels = {};

/** Returns the labels of the navigation bar that the department has replaced. */
export const useMenuLabels = (): MenuLabels => usePortalInfo()?.menu ?? noLabels;

/** Returns the modules that the department uses or, until they have loaded, all of them. */
export function useModules(): Modules {
  return usePortalInfo()?.modules ?? defaultModules;
}

export function useIsModuleEnabled(name: ModuleName | undefined): boolean {
  return isModuleEnabled(useModules(), name);
}

/** Same as `useModules`, for code outside of components. */
export const getModules = (): Modules =>
  queryClient.getQueryData(buildQueryOptions(findHome).queryKey)?.modules ?? defaultModules;
