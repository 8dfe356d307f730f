import { createHash } from 'node:crypto';
import type { OpenFiles } from './file-store.ts';

export type FileDamage = 'missing' | 'altered';

type Expected = { id: string; size: number; sha256: string };

/**
 * Compares a stored file with its expected size and SHA-256. Returns undefined if it is intact. Awaits `onBytes` after
 * each chunk, so that the caller can throttle the reading.
 */
export async function findFileDamage(
  files: OpenFiles,
  { id, size, sha256 }: Expected,
  onBytes: (bytes: number) => Promise<void> = async () => {},
): Promise<FileDamage | undefined> {
  const hash = createHash('sha256');
  let length = 0;
  try {
    for await (const chunk of files.open(id)) {
      hash.update(chunk);
      length += chunk.length;
      await onBytes(chunk.length);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return 'missing';
    if (code === 'EIO') return 'altered';
    throw error;
  }
  return length === size && hash.digest('hex') === sha256 ? undefined : 'altered';
}
