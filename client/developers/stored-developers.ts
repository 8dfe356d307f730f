import type { DeveloperEntry } from '#contract/content.ts';

/** Where the additions are kept; they are never sent to a server (spec 3). */
export const storageKey = 'developers';

const fields = ['name', 'role', 'bio', 'year', 'photo'] as const;

function isEntry(value: unknown): value is DeveloperEntry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Record<string, unknown>;
  if (!fields.every((field) => typeof entry[field] === 'string')) return false;
  // The form keeps pictures as data; whatever else stands there did not come from it.
  return /^(data:image\/|$)/.test(String(entry.photo));
}

/** Everything in the list, other people's content included, which must survive a change of ours. */
function listOf(stored: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** An addition and its place in the stored list, which tells it from another of the same words. */
export type StoredDeveloper = { entry: DeveloperEntry; place: number };

/** The entries that can be shown; anything else under the key is passed over. */
export function readDevelopers(stored: string | null): StoredDeveloper[] {
  return listOf(stored).flatMap((value, place) =>
    isEntry(value) ? [{ entry: value, place }] : [],
  );
}

/** What to store once `entry` is added. */
export function withDeveloper(stored: string | null, entry: DeveloperEntry): string {
  return JSON.stringify([...listOf(stored), entry]);
}

/** What to store once the entry at `place` is removed. */
export function withoutDeveloper(stored: string | null, place: number): string {
  return JSON.stringify(listOf(stored).toSpliced(place, 1));
}
