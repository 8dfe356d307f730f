import type { ArchiveSource, ArchiveTarget } from '#server/backup/archive-file.ts';

/** The folder or bucket that BACKUP_TO names. */
export type BackupDestination = {
  /** `expectedBytes` is the approximate size of the archive. */
  target(name: string, expectedBytes: number): ArchiveTarget;
  source(name: string, size: number): ArchiveSource;
  /** Yields the names of all files that start with `prefix`, also of those that the portal did not create. */
  list(prefix: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
  /** Removes archives whose names start with `prefix` and whose writing was interrupted. */
  removeUnfinished(prefix: string): Promise<void>;
};
