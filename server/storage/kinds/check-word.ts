import type { FileFault } from './fault.ts';
import { edgeBytes, type RangeReader } from './range-reader.ts';

const encryptedBit = 0x0100;
const otherDocuments = ['Workbook', 'Book', 'PowerPoint Document'];
const toName = (name: string) => Buffer.from(`${name}\0`, 'utf16le');

/** The container of old Office files and of encrypted new ones: sectors, and a directory of named streams. */
async function readDirectory(file: RangeReader) {
  if ((await file.detectType()) !== 'cfb') return undefined;
  const header = await file.read(0, 512);
  if (header.length < 512) return { directory: Buffer.alloc(0), offsetOf: () => 0 };
  const sectorBytes = header.readUInt16LE(30) === 12 ? 4096 : 512;
  const offsetOf = (sector: number) => (sector + 1) * sectorBytes;
  // The sectors of the directory usually follow each other. An entry elsewhere is not noticed.
  const directory = await file.read(offsetOf(header.readUInt32LE(48)), edgeBytes);
  return { directory: Buffer.from(directory), offsetOf };
}

/** Checks that a .doc file is not an Excel or PowerPoint file, consists of whole sectors, and needs no password. */
export async function findWordFault(file: RangeReader): Promise<FileFault | undefined> {
  const compound = await readDirectory(file);
  if (!compound) return 'other-kind';
  const { directory, offsetOf } = compound;
  if (directory.length === 0 || file.size % 512 !== 0) return 'cut-off';
  if (directory.includes(toName('EncryptedPackage'))) return 'protected';
  if (otherDocuments.some((name) => directory.includes(toName(name)))) return 'other-kind';
  const entry = directory.indexOf(toName('WordDocument'));
  if (entry < 0 || entry + 120 > directory.length) return undefined;
  const text = await file.read(offsetOf(directory.readUInt32LE(entry + 116)), 12);
  if (text.length < 12) return 'cut-off';
  return text.readUInt16LE(10) & encryptedBit ? 'protected' : undefined;
}

/** Returns `protected` for a password-protected Office file: a compound file that contains an encrypted zip archive. */
export async function findOfficePasswordFault(file: RangeReader): Promise<FileFault | undefined> {
  const compound = await readDirectory(file);
  return compound?.directory.includes(toName('EncryptedPackage')) ? 'protected' : undefined;
}
