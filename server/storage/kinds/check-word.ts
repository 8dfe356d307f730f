import { type CompoundEntry, CompoundFile } from './compound-file.ts';
import type { FileFault } from './fault.ts';
import type { RangeReader } from './range-reader.ts';

const encryptedBit = 0x0100;

/** Checks that a .doc file contains the stream `WordDocument`, unlike Excel and PowerPoint files. */
export async function findWordFault(file: RangeReader): Promise<FileFault | undefined> {
  const compound = await CompoundFile.open(file);
  if (!compound) return 'other-kind';
  if (!(await compound.isWhole())) return 'cut-off';
  const entries = await compound.listTop();
  if (hasEncryptedPackage(entries)) return 'protected';
  const text = entries.find(({ name }) => name === 'WordDocument');
  if (!text) return 'other-kind';
  const information = await compound.readSector(text.start);
  return information.length >= 12 && information.readUInt16LE(10) & encryptedBit
    ? 'protected'
    : undefined;
}

/** Returns `protected` for a password-protected Office file: a compound file that contains an encrypted zip archive. */
export async function findOfficePasswordFault(file: RangeReader): Promise<FileFault | undefined> {
  const compound = await CompoundFile.open(file);
  return compound && hasEncryptedPackage(await compound.listTop()) ? 'protected' : undefined;
}

const hasEncryptedPackage = (entries: readonly CompoundEntry[]) =>
  entries.some(({ name }) => name === 'EncryptedPackage');
