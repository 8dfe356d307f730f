import type { z } from 'zod';
import type { countBoard as endpoint } from '#contract/board.ts';
import { countedStates } from '#contract/rules/board-states.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { readTogether } from '#server/db/read-together.ts';
import { selectVisibleGroups } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { narrowBoard } from './find-board.ts';
import { streamBoardStates } from './match-states.ts';

type Query = z.output<typeof endpoint.query>;

/** Counts the caller's groups in each state to act on. Throws `not-found` for an unknown cohort. */
export const countBoard = (services: Services, caller: Caller, query: Query) =>
  readTogether(services.db, (db) => countGroups({ ...services, db }, caller, query));

async function countGroups(services: Services, caller: Caller, { cohort: code, ...filter }: Query) {
  const cohort = getCohort(services.content, code);
  const counts = { missed: 0, 'due-week': 0, late: 0, waiting: 0 };
  const { deadline } = filter;
  // A bookmarked URL may name a deadline that was removed.
  if (deadline !== undefined && !cohort.deadlines.some(({ _id }) => _id === deadline))
    return { counts };
  const visible = selectVisibleGroups(services.db, caller, cohort._id);
  const scope = await narrowBoard(services, caller, { scope: visible, cohort }, filter);
  for await (const batch of streamBoardStates(services, caller, { scope, cohort, deadline }))
    for (const { states } of batch)
      for (const state of countedStates) if (states.has(state)) counts[state] += 1;
  return { counts };
}
