import { createHash } from 'node:crypto';
import { z } from 'zod';

// A backup archive is a gzip stream of JSON lines: a header, a line for each database row, and for each stored file a
// line followed by its bytes and a line break. The last line has the totals and the SHA-256 of all preceding bytes.

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

export const ArchiveLine = z.union([
  RowLine,
  FileLine,
  z.object({ end: ArchiveTotals, sha256: z.string() }),
]);

/** An error whose message tells the operator why a backup or restore failed. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Yields the content of a file, and finally throws `BackupError` if the size or hash is wrong. */
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
    throw new BackupError(`The file ${file} was altered or cut short.`);
  }
}
