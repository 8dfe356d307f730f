import { createHash } from 'node:crypto';
import { z } from 'zod';

/*
 * One gzip stream of JSON lines: a header, a line per row, per file a line followed by `size` bytes and a line break,
 * at last the totals with the SHA-256 of every byte before that line.
 */

export const format = 'fyp-portal-backup';
export const formatVersion = 1;

export const Header = z.object({
  format: z.literal(format),
  version: z.literal(formatVersion),
  migration: z.string(),
  takenAt: z.iso.datetime(),
});
export type Header = z.infer<typeof Header>;

const RowLine = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
export type RowLine = z.infer<typeof RowLine>;

const FileLine = z.object({
  file: z.uuid(),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileLine = z.infer<typeof FileLine>;

const Totals = z.object({ rows: z.int(), files: z.int(), bytes: z.int() });
export type Totals = z.infer<typeof Totals>;

export const Line = z.union([RowLine, FileLine, z.object({ end: Totals, sha256: z.string() })]);

/** A backup or restore that cannot be done; the message is for the operator. */
export class Refused extends Error {
  override name = 'Refused';
}

/** Throws `Refused` at the end when the chunks are not what the line says. */
export async function* verified(
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
    throw new Refused(`The file ${file} was altered or cut short.`);
  }
}
