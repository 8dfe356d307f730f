import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useSearchParams } from 'react-router';
import { buildQueryOptions } from '#client/api/queries.ts';
import { useSession } from '#client/api/session/session.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { listCohorts } from '#contract/settings/cohorts.ts';
import { findHome } from '#contract/settings/content.ts';

export type ListedCohort = EndpointReply<typeof listCohorts>['cohorts'][number];

/** Id of the cohort of the group that a page shows. Its settings apply, whatever cohort the URL names. */
export const GroupCohortContext = createContext<string | null>(null);

/**
 * Returns the cohort of the shown group, the cohort in the URL or the user's default. `code` is undefined without a login
 * or with only one cohort.
 */
export function useCohort() {
  const groupCohortId = use(GroupCohortContext);
  const session = useSession();
  const [params] = useSearchParams();
  const home = useQuery({ ...buildQueryOptions(findHome), select: ({ hasCohorts }) => hasCohorts });
  const isAsked = session !== undefined && home.data === true;
  const { data } = useQuery({ ...buildQueryOptions(listCohorts), enabled: isAsked });
  const cohorts = isAsked ? (data?.cohorts ?? []) : [];
  const cohort =
    cohorts.find(({ _id }) => _id === groupCohortId) ?? selectCohort(cohorts, params.get('cohort'));
  return {
    cohorts,
    cohort,
    code: cohort?.code,
    isKnown: home.data === false || !!cohort || !session,
  };
}

/**
 * Returns the cohorts that are open for proposals. `code` names the cohort in the URL if it is one of them, and otherwise
 * the current cohort. `closed` is the cohort in the URL if it is not open for proposals.
 */
export function useProposalCohorts() {
  const [params] = useSearchParams();
  const { cohorts } = useCohort();
  const open = cohorts.filter(({ takesProposals }) => takesProposals);
  const requestedCode = params.get('cohort')?.toLowerCase();
  const requested = cohorts.find(({ code }) => code.toLowerCase() === requestedCode);
  const cohort = requested?.takesProposals ? requested : open.find(({ isCurrent }) => isCurrent);
  return { open, cohort, closed: requested === cohort ? undefined : requested };
}

export function selectCohort<C extends Pick<ListedCohort, 'code' | 'isCurrent' | 'isOwn'>>(
  cohorts: readonly C[],
  requestedCode: string | null,
): C | undefined {
  const named = cohorts.find(({ code }) => code.toLowerCase() === requestedCode?.toLowerCase());
  if (named) return named;
  const ownCohorts = cohorts.filter(({ isOwn }) => isOwn);
  const current = cohorts.find(({ isCurrent }) => isCurrent);
  return ownCohorts.find(({ isCurrent }) => isCurrent) ?? ownCohorts[0] ?? current;
}
