import { stat } from 'node:fs/promises';
import { type FileLine, Refused, type Totals } from './archive-format.ts';
import { type KeptTable, keptTableNames } from './kept-tables.ts';
import { type Follower, Step } from './progress.ts';
import { readArchive } from './read-archive.ts';

export type Verified = { totals: Totals; files: readonly FileLine[] };
type Put = (file: FileLine, content: AsyncIterable<Buffer>) => Promise<void>;

/** Checks every hash, and the files against the rows; `put` gets each file. Throws `Refused`. */
export async function readThrough(
  path: string,
  doing: string,
  follower: Follower,
  put: Put,
): Promise<Verified> {
  const { size } = await stat(path);
  const step = new Step(doing, follower);
  let read = 0;
  const share = () => read / size;
  const parts = readArchive(path, (bytes) => {
    read += bytes;
  });
  const hashes = new Map<unknown, unknown>();
  const files: FileLine[] = [];
  for await (const part of parts) {
    if ('header' in part) continue;
    if ('table' in part) {
      requireKept(part.table);
      if (part.table === 'documents') hashes.set(part.row.id, part.row.sha256);
      step.add({ rows: 1 }, share());
      continue;
    }
    const { file, sha256 } = part.file;
    if (hashes.get(file) !== sha256) {
      throw new Refused(`The archive is damaged: no document has the file ${file}.`);
    }
    hashes.delete(file);
    await put(part.file, step.through(part.content, share));
    files.push(part.file);
    step.add({ files: 1 }, share());
  }
  if (hashes.size > 0) {
    throw new Refused(`The archive is damaged: ${hashes.size} documents are without their file.`);
  }
  return { totals: step.done, files };
}

export function requireKept(table: string): asserts table is KeptTable {
  if (keptTableNames.some((name) => name === table)) return;
  throw new Refused(`The archive is damaged: there is no table ${table}.`);
}
