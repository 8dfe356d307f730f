import { useQuery } from '@tanstack/react-query';
import { findHome } from '#contract/content.ts';
import { findChoices } from '#contract/proposals.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import type { Scheme } from '#contract/rules/scheme.ts';
import { useCohort } from './cohorts.ts';
import { portalStaleMs } from './portal.ts';
import { query } from './queries.ts';

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
