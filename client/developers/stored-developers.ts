import { z } from 'zod';
import type { DeveloperEntry } from '#contract/developers.ts';

/** Local storage key of the developers that an admin has added. They are never sent to a server (spec 3). */
export const developersStorageKey = 'developers';

/** Accepts a string, or a number that an earlier version stored. */
const Text = z.union([z.string(), z.number().transform(String)]);

/**
 * A developer entry stored by the current or an earlier version of the portal. Drops photo URLs on other servers, so
 * that initials are shown instead.
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

/**
 * Returns the stored list without validating its entries, so that adding or removing an entry does not delete invalid
 * entries.
 */
function parseList(stored: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** A stored entry and its index in the stored list. The index distinguishes it from identical entries. */
export type StoredDeveloper = { entry: DeveloperEntry; place: number };

/** Returns the valid entries of the stored list. */
export function parseDevelopers(stored: string | null): StoredDeveloper[] {
  return parseList(stored).flatMap((value, place) => {
    const entry = StoredEntry.safeParse(value).data;
    return entry ? [{ entry, place }] : [];
  });
}

export function appendDeveloper(stored: string | null, entry: DeveloperEntry): string {
  return JSON.stringify([...parseList(stored), entry]);
}

export function removeDeveloperAt(stored: string | null, place: number): string {
  return JSON.stringify(parseList(stored).toSpliced(place, 1));
}
