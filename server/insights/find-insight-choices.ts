import { sortByText, sortTexts } from '#contract/values/sort-key.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { groupsInScope } from './scope.ts';

/** What the caller’s groups can be narrowed by. */
export async function findInsightChoices({ db }: Services, caller: Caller) {
  const found = await (await groupsInScope(db, caller, {}))
    .select(['program', 'category', 'supervisor_id', 'supervisor'])
    .distinct()
    .execute();
  const supervisors = new Map(
    found.flatMap(({ supervisor_id, supervisor }) =>
      supervisor_id === null ? [] : [[supervisor_id, supervisor] as const],
    ),
  );
  return {
    programs: sortTexts(new Set(found.map(({ program }) => program))),
    categories: sortTexts(new Set(found.map(({ category }) => category))),
    supervisors: sortByText(
      [...supervisors].map(([_id, name]) => ({ _id, name })),
      ({ name }) => name,
    ),
  };
}
