import type { Config } from '#server/config.ts';

const takenAtPattern = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** An archive that the portal made on schedule. */
export type ScheduledArchive = { name: string; takenAt: Date };

/**
 * Returns the start of the names of this portal's archives: the host of PUBLIC_URL and an underscore, which no host name
 * contains. A test portal with a copy of the settings therefore does not remove the archives of the real portal.
 */
export const getArchivePrefix = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${new URL(publicUrl).hostname.replaceAll(/[^a-z0-9.-]/g, '-')}_`;

/** Builds a name such as "fyp.university.edu_2027-01-15T020000Z.backup". */
export const buildArchiveName = (prefix: string, takenAt: Date): string =>
  `${prefix}${takenAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;

/** Returns the prefix of an archive's name. */
export const toArchivePrefix = (name: string): string => name.slice(0, name.indexOf('_') + 1);

/** Returns undefined for every name that `buildArchiveName` cannot have built with this prefix. */
export function parseArchiveName(prefix: string, name: string): ScheduledArchive | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const [, date, hours, minutes, seconds] = takenAtPattern.exec(name.slice(prefix.length)) ?? [];
  const takenAt = new Date(`${date}T${hours}:${minutes}:${seconds}Z`);
  if (Number.isNaN(takenAt.getTime()) || buildArchiveName(prefix, takenAt) !== name)
    return undefined;
  return { name, takenAt };
}
