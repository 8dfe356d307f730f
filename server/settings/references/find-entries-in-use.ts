import {
  type EntryInUse,
  type EntryTreatment,
  type ListEntry,
  type ReferencedList,
  referencedLists,
} from '#contract/rules/entries-in-use.ts';
import { isSameListEntry } from '#contract/values/listed.ts';
import { type LinkedSettings, listEntries, references } from './references.ts';

/** Returns entries that `after` lacks, although its settings still refer to them or `outside` names further uses. */
export function findEntriesInUse(
  before: LinkedSettings,
  after: LinkedSettings,
  outside: (list: ReferencedList, value: string) => string[],
): EntryInUse[] {
  return referencedLists.flatMap((list) => {
    const [stored, present] = [listEntries[list](before), listEntries[list](after)];
    return stored.flatMap((entry, index) => {
      if (includes(present, entry.value)) return [];
      const uses = [...findPlaces(after, list, entry.value), ...outside(list, entry.value)];
      if (uses.length === 0) return [];
      const successor = stored.length === present.length ? present[index] : undefined;
      const isNew = successor && !includes(stored, successor.value);
      const suggestion = isNew ? successor.value : null;
      return [{ ...entry, list, uses, replacements: present, suggestion }];
    });
  });
}

const includes = (entries: readonly ListEntry[], value: string) =>
  entries.some((entry) => isSameListEntry(entry.value, value));

function findPlaces(settings: LinkedSettings, list: ReferencedList, value: string): string[] {
  const places = references
    .filter((reference) => reference.list === list)
    .flatMap(({ listUses }) => listUses(settings))
    .flatMap((use) => (isSameListEntry(use.value, value) ? [use.place] : []));
  return [...new Set(places)];
}

/** Removes or replaces the entries of the treatments wherever the settings refer to them. */
export function applyTreatments(
  settings: LinkedSettings,
  treatments: readonly EntryTreatment[],
): LinkedSettings {
  const treated = { ...settings };
  for (const { list, value, replacement } of treatments) {
    for (const reference of references.filter((candidate) => candidate.list === list)) {
      Object.assign(treated, reference.replace(treated, value, replacement ?? undefined));
    }
  }
  return treated;
}
