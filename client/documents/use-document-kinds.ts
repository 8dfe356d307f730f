import { useKinds } from '#client/api/cohorts/cohort-content.ts';
import type { DocumentInfo } from '#contract/documents.ts';
import type { CohortKind } from '#contract/settings/kinds.ts';

/** Returns the kinds to list: those that the cohort collects, and archived ones of which there are files. */
export function useListedKinds(documents: readonly DocumentInfo[]): CohortKind[] {
  return useKinds().filter(
    ({ kind, isArchived }) => !isArchived || documents.some((document) => document.kind === kind),
  );
}

/** Returns the kinds of files that concern the whole group, in display order. */
export const useProjectKinds = (documents: readonly DocumentInfo[]): string[] =>
  useListedKinds(documents).flatMap(({ kind, isPerMember }) => (isPerMember ? [] : [kind]));

/** Returns the kinds of files of single members, in display order. */
export const useMemberKinds = (documents: readonly DocumentInfo[]): string[] =>
  useListedKinds(documents).flatMap(({ kind, isPerMember }) => (isPerMember ? [kind] : []));
