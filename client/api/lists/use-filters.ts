import type { z } from 'zod';
import { findListEntry } from '#contract/values/listed.ts';
import { useListParams } from './use-list-params.ts';

export type UnknownFilter = { name: string; label: string };

/** Labels for invalid filters whose values mean nothing to users, such as ids. All other labels include the value. */
const labels: Record<string, string> = {
  deadline: 'Removed deadline',
  milestone: 'Removed milestone',
  supervisor: 'Unknown supervisor',
  from: 'Unknown start date',
  to: 'Unknown end date',
  bin: 'Unknown kind of group',
};

const unknownFilter = (name: string, value: string): UnknownFilter => ({
  name,
  label: labels[name] ?? `Unknown ${name}: ${value}`,
});

type Shape = Record<string, z.ZodType>;

/** Returns invalid filters in `unknown`, because a list that ignored them would show every row. */
export function readFilters<S extends Shape, Name extends keyof S & string>(
  params: URLSearchParams,
  shape: S,
  names: readonly Name[],
) {
  const filter: { [N in Name]?: Exclude<z.output<S[N]>, undefined> } = {};
  const unknown: UnknownFilter[] = [];
  for (const name of names) {
    const value = params.get(name);
    if (!value) continue;
    const { success, data } = shape[name]?.safeParse(value) ?? {};
    if (success) filter[name] = data as never;
    else unknown.push(unknownFilter(name, value));
  }
  return { filter, unknown };
}

/** Returns the filters whose value is not an available choice. Skips filters whose choices are still loading. */
export function findUnknownChoices(
  filter: Record<string, string | undefined>,
  choices: Record<string, readonly string[] | undefined>,
): UnknownFilter[] {
  return Object.entries(filter).flatMap(([name, value]) =>
    value === undefined || !choices[name] || findListEntry(choices[name], value) !== undefined
      ? []
      : [unknownFilter(name, value)],
  );
}

type Option = { value: string; label: string };

/** Adds the chosen value to options that come from one page of a list, so that the filter has a chip. */
export const addChosenOption = (options: Option[], value: string | undefined, label = value) =>
  value === undefined ||
  findListEntry(
    options.map((option) => option.value),
    value,
  ) !== undefined
    ? options
    : [...options, { value, label: label ?? value }];

export function useFilters<S extends Shape, Name extends keyof S & string>(
  shape: S,
  names: readonly Name[],
) {
  const address = useListParams();
  const { params, change } = address;
  const all = ['q', 'page', ...names].map((name) => [name, undefined] as const);
  return {
    ...address,
    ...readFilters(params, shape, names),
    narrow: (name: Name, to: string | null) =>
      change({ [name]: to ?? undefined, page: undefined }, true),
    remove: (name: string) => change({ [name]: undefined, page: undefined }, true),
    showAll: () => change(Object.fromEntries(all)),
  };
}
