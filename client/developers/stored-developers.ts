import { z } from 'zod';
import type { DeveloperEntry } from '#contract/settings/developers.ts';

/** Local storage key of the developers that an admin has added. They are never sent to a server (spec 3). */
export const developersStorageKey = 'developers';

/** Accepts numbers, which earlier versions of the portal stored. */
const Text = z.union([z.string(), z.number().transform(String)]);

/** Drops photos that are not data URLs of images, so that initials are shown instead. */
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

/** Does not validate entries, so that adding or removing an entry keeps invalid ones. */
function parseList(stored: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** `place` is the index in the stored list and distinguishes identical entries. */
export type StoredDeveloper = { entry: DeveloperEntry; place: number };

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
