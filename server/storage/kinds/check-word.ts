import { CompoundFile } from './compound-file.ts';
import type { Fault } from './fault.ts';
import type { RangeReader } from './range-reader.ts';

/** The file of an old Word. */
export async function findWordFault(file: RangeReader): Promise<Fault | undefined> {
  const compound = await CompoundFile.open(file);
  if (!compound) return 'other-kind';
  return (await compound.isWhole()) ? undefined : 'cut-off';
}
