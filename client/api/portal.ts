import { useQuery } from '@tanstack/react-query';
import { findHome } from '#contract/content.ts';
import type { Deadline } from '#contract/deadlines.ts';
import type { GroupRules } from '#contract/group-rules.ts';
import { findChoices } from '#contract/proposals.ts';
import type { Scheme } from '#contract/scheme.ts';
import { useCohort } from './cohorts.ts';
import { query } from './queries.ts';

/** How long what the department says of itself is taken as it was read. */
export const portalStaleMs = 10_000;

/** Who the department is, which zone its clock shows, and whether emails go out; undefined until it is known. */
export function usePortal() {
  const { data } = useQuery({
    ...query(findHome),
    staleTime: portalStaleMs,
    select: ({ department, timeZone, sendsEmail, confirmedBy }) => ({
      ...department,
      timeZone,
      sendsEmail,
      confirmedBy,
    }),
  });
  return data;
}

const noScheme: Scheme = { parts: [] };

/** What is marked, and by whom, in the cohort that the page shows; without parts until it is known. */
export function useScheme(): Scheme {
  const { data } = useQuery({
    ...query(findHome),
    staleTime: portalStaleMs,
    select: ({ scheme }) => scheme,
  });
  const { cohort, isKnown } = useCohort();
  return cohort?.scheme ?? (isKnown && data ? data : noScheme);
}

/** The deadlines of the cohort that the page shows; empty until they are known. */
export function useDeadlines(): readonly Deadline[] {
  const { data } = useQuery({
    ...query(findHome),
    staleTime: portalStaleMs,
    select: ({ deadlines }) => deadlines,
  });
  return useCohort().cohort?.deadlines ?? data ?? [];
}

/** What a group must be; undefined until it is known. For whoever is signed in. */
export function useGroupRules(): GroupRules | undefined {
  const { code } = useCohort();
  const input = code === undefined ? {} : { query: { cohort: code } };
  const { data } = useQuery({ ...query(findChoices, input), select: ({ rules }) => rules });
  return data;
}

/** The department's time zone; until it is known, the browser's own. */
export function useTimeZone(): string {
  return usePortal()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
