import { useQuery } from '@tanstack/react-query';
import { useHomePart } from '#client/api/portal.ts';
import { buildQueryOptions } from '#client/api/queries.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import { hasExternalExaminer, hasViva, type MarkingScheme } from '#contract/rules/scheme.ts';
import { getCohortYear } from '#contract/rules/viva.ts';
import {
  type CohortKind,
  defaultKindSettings,
  getKindLabel,
  listCohortKinds,
} from '#contract/settings/kinds.ts';
import { findChoices } from '#contract/students/proposals.ts';
import { useCohort } from './cohorts.ts';

const noScheme: MarkingScheme = { parts: [] };

/** Returns an empty scheme while the scheme loads. */
export function useMarkingScheme(): MarkingScheme {
  const data = useHomePart(({ scheme }) => scheme);
  const { cohort, isKnown } = useCohort();
  return cohort?.scheme ?? (isKnown && data ? data : noScheme);
}

/** Returns true while the scheme loads. */
export function useHasExternalExaminer(): boolean {
  const scheme = useMarkingScheme();
  return scheme === noScheme || hasExternalExaminer(scheme);
}

/** Returns true while the scheme loads. */
export function useHasViva(): boolean {
  const scheme = useMarkingScheme();
  return scheme === noScheme || hasViva(scheme);
}

/** Returns an empty list while the deadlines load. */
export function useDeadlines(): readonly Deadline[] {
  const data = useHomePart(({ deadlines }) => deadlines);
  return useCohort().cohort?.deadlines ?? data ?? [];
}

/** Returns the year of the cohort, or undefined while it loads and if neither code nor deadlines tell it. */
export function useCohortYear(): number | undefined {
  const deadlines = useDeadlines();
  const { code = '' } = useCohort();
  return getCohortYear({ code, deadlines });
}

const standardKinds = listCohortKinds(defaultKindSettings);

/** Returns the standard kinds of files while those of the cohort load. */
export function useKinds(): readonly CohortKind[] {
  const data = useHomePart(({ kinds }) => kinds);
  return useCohort().cohort?.kinds ?? data ?? standardKinds;
}

/** Returns a function that returns the title of a kind of file. */
export function useKindLabel(): (kind: string) => string {
  const kinds = useKinds();
  return (kind) => getKindLabel(kinds, kind);
}

/** Returns undefined while the rules load. Requires a logged-in user. */
export function useGroupRules(): GroupRules | undefined {
  const { code } = useCohort();
  const input = code === undefined ? {} : { query: { cohort: code } };
  const { data } = useQuery({
    ...buildQueryOptions(findChoices, input),
    select: ({ rules }) => rules,
  });
  return data;
}
