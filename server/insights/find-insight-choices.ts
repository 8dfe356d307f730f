import { sortByText, sortTexts } from '#contract/values/sort-key.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { selectGroupsInScope } from './scope.ts';

export async function findInsightChoices({ db }: Services, caller: Caller) {
  const groups = await (await selectGroupsInScope(db, caller, {}))
    .select(['program', 'category', 'supervisor_id', 'supervisor'])
    .distinct()
    .execute();
  const supervisors = new Map(
    groups.flatMap(({ supervisor_id, supervisor }) =>
      supervisor_id === null ? [] : [[supervisor_id, supervisor] as const],
    ),
  );
  return {
    programs: sortTexts(new Set(groups.map(({ program }) => program))),
    categories: sortTexts(new Set(groups.map(({ category }) => category))),
    supervisors: sortByText(
      [...supervisors].map(([_id, name]) => ({ _id, name })),
      ({ name }) => name,
    ),
  };
}
