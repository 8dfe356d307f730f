import { createHash } from 'node:crypto';
import { z } from 'zod';

// A backup archive is a gzip stream of JSON lines: a header, a line for each database row, and for each stored file a
// line followed by its bytes and a line break. A damaged file has only a line. The last line has the totals and the SHA-256 of all preceding bytes.

export const archiveFormat = 'fyp-portal-backup';
export const archiveVersion = 1;

export const ArchiveHeader = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  migration: z.string(),
  takenAt: z.iso.datetime(),
});
export type ArchiveHeader = z.infer<typeof ArchiveHeader>;

const RowLine = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
export type RowLine = z.infer<typeof RowLine>;

const FileLine = z.object({
  file: z.uuid(),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileLine = z.infer<typeof FileLine>;

const ArchiveTotals = z.object({ rows: z.int(), files: z.int(), bytes: z.int() });
export type ArchiveTotals = z.infer<typeof ArchiveTotals>;

/** A file that was missing or altered when the backup was made. The archive has no content for it. */
const DamagedFileLine = z.object({ damaged: z.uuid() });

export const ArchiveLine = z.union([
  RowLine,
  FileLine,
  DamagedFileLine,
  z.object({ end: ArchiveTotals, sha256: z.string() }),
]);

/** An error whose message tells the operator why a backup or restore failed. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export class DamagedFileError extends BackupError {
  readonly file: string;

  constructor(file: string) {
    super(`The file ${file} was altered or cut short.`);
    this.file = file;
  }
}

/** Yields the content of a file, and finally throws `DamagedFileError` if the size or hash is wrong. */
export async function* verifyFile(
  content: AsyncIterable<Buffer>,
  { file, size, sha256 }: FileLine,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    length += chunk.length;
    yield chunk;
  }
  if (length !== size || hash.digest('hex') !== sha256) {
    throw new DamagedFileError(file);
  }
}
