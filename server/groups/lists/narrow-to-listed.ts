import { isSameListEntry } from '#contract/values/listed.ts';
import type { ScopedGroupQuery } from './select-groups-in-scope.ts';

type Listed = { program?: string | undefined; category?: string | undefined };

/** Filters groups by program and category, including other spellings that `isSameListEntry` recognises. */
export async function filterByProgramAndCategory(
  scope: ScopedGroupQuery,
  { program, category }: Listed,
) {
  let groups = scope;
  for (const [column, value] of Object.entries({ program, category })) {
    if (value !== undefined) groups = await spelledAs(groups, column as keyof Listed, value);
  }
  return groups;
}

async function spelledAs(scope: ScopedGroupQuery, column: keyof Listed, value: string) {
  const stored = await scope.select(`groups.${column} as text`).distinct().execute();
  const spellings = stored.map(({ text }) => text).filter((text) => isSameListEntry(text, value));
  return scope.where(`groups.${column}`, 'in', [value, ...spellings]);
}
