import type { BoardState } from '#contract/rules/board-states.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { type GroupStates, streamSubmissionStates } from './list-states.ts';
import { readNewcomerStates } from './newcomers-on-board.ts';
import { findWaitingGroups } from './waiting.ts';

type Matching = { scope: ScopedGroupQuery; cohort: CohortContent; deadline: string | undefined };

/**
 * Yields the states of the board's filter that each group has for one deadline or, if it is undefined, for any. The
 * state `waiting` is the same for all deadlines.
 */
export async function* streamBoardStates(
  services: Services,
  caller: Caller,
  { scope, cohort, deadline }: Matching,
): AsyncGenerator<{ id: string; states: ReadonlySet<BoardState> }[]> {
  const waiting = await findWaitingGroups(services, caller, scope, cohort);
  const newcomers = await readNewcomerStates(services, scope, cohort);
  const checksCertificates = caller.role === 'admin' && services.content.modules.certificates;
  const only = cohort.deadlines.findIndex(({ _id }) => _id === deadline);
  const collect = ({ id, states, isDueThisWeek, unchecked }: GroupStates) => {
    const matches = new Set<BoardState>();
    states.forEach((state, column) => {
      if (only >= 0 && column !== only) return;
      if (state) matches.add(state);
      const newcomer = newcomers.get(id)?.[column];
      if (newcomer?.isOverdue) matches.add('missed');
      if (isDueThisWeek[column] || newcomer?.isDueThisWeek) matches.add('due-week');
    });
    if (waiting.has(id) || (checksCertificates && unchecked > 0)) matches.add('waiting');
    return { id, states: matches };
  };
  for await (const batch of streamSubmissionStates(services, scope, cohort))
    yield batch.map(collect);
}
