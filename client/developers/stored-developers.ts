import { z } from 'zod';
import type { DeveloperEntry } from '#contract/developers.ts';

/** Key of the entries in local storage. They are never sent to a server (spec 3). */
export const developersStorageKey = 'developers';

/** A string, or a number stored by an earlier version, which is converted. */
const Text = z.union([z.string(), z.number().transform(String)]);

/** An entry of this or an earlier version. Drops photo URLs of other servers, so that initials appear. */
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

/** Returns the stored list including invalid entries, which must survive changes to other entries. */
function parseList(stored: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** A stored entry and its index in the stored list, which distinguishes equal entries. */
export type StoredDeveloper = { entry: DeveloperEntry; place: number };

/** Returns the valid entries. Skips all other values. */
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
