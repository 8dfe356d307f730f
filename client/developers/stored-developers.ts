import { z } from 'zod';
import type { DeveloperEntry } from '#contract/developers.ts';

/** Where the additions are kept; they are never sent to a server (spec 3). */
export const storageKey = 'developers';

/** Text, or the number that an earlier version kept in its place. */
const Text = z.union([z.string(), z.number().transform(String)]);

/**
 * An entry as this version keeps it or as an earlier one did, which knew photos as web addresses and years as numbers.
 * A photo from another server is not loaded; the initials stand in its place.
 */
const StoredEntry = z.object({
  name: Text,
  role: Text,
  bio: Text,
  year: Text,
  photo: z
    .unknown()
    .optional()
    .transform((photo) =>
      typeof photo === 'string' && photo.startsWith('data:image/') ? photo : '',
    ),
});

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
  return listOf(stored).flatMap((value, place) => {
    const entry = StoredEntry.safeParse(value).data;
    return entry ? [{ entry, place }] : [];
  });
}

/** What to store once `entry` is added. */
export function withDeveloper(stored: string | null, entry: DeveloperEntry): string {
  return JSON.stringify([...listOf(stored), entry]);
}

/** What to store once the entry at `place` is removed. */
export function withoutDeveloper(stored: string | null, place: number): string {
  return JSON.stringify(listOf(stored).toSpliced(place, 1));
}
