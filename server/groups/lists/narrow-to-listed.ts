import { isSameListEntry } from '#contract/values/listed.ts';
import type { ScopedGroupQuery } from './select-groups-in-scope.ts';

type Listed = { program?: string | undefined; category?: string | undefined };

/** Filters groups by program and category, including other spellings that `isSameListEntry` recognises. */
export async function filterByProgramAndCategory(
  scope: ScopedGroupQuery,
  { program, category }: Listed,
) {
  if (program === undefined && category === undefined) return scope;
  const stored = await scope.select(['groups.program', 'groups.category']).distinct().execute();
  let groups = scope;
  for (const [column, value] of Object.entries({ program, category }) as [
    keyof Listed,
    string?,
  ][]) {
    if (value === undefined) continue;
    const spellings = new Set(stored.map((row) => row[column]));
    const matching = [...spellings].filter((text) => isSameListEntry(text, value));
    groups = groups.where(`groups.${column}`, 'in', [value, ...matching]);
  }
  return groups;
}
