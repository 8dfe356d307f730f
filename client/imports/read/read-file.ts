import type { Encoding } from '#client/imports/encodings.ts';
import { TableError } from '#client/imports/match/table-error.ts';
import { readCsv } from './csv.ts';
import {
  decodeFileStart,
  passwordProtectedError,
  rejectUnsupportedArchives,
  rejectUnsupportedFiles,
  startsWithBytes,
} from './file-kind.ts';
import { readOds } from './ods.ts';
import type { Sheet } from './sheet.ts';
import { readXlsx } from './xlsx.ts';
import { decodeXml, openZip } from './zip.ts';

const maxBytes = 10 * 1024 * 1024;
const zip = [0x50, 0x4b, 0x03, 0x04];

const damagedMessage =
  'The workbook is damaged. Open it in Excel or LibreOffice, save it again as .xlsx or as CSV, and choose that file.';

export type ReadOptions = { sheet?: string; encoding?: Encoding };

/** Reads a CSV file or a sheet of a workbook. Throws `TableError`. */
export async function readSpreadsheetFile(file: Blob, choice: ReadOptions = {}): Promise<Sheet> {
  if (file.size > maxBytes) {
    throw new TableError(
      'The file is larger than 10 MB. Split it, or save only the sheet that you need.',
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (startsWithBytes(bytes, zip)) return readOrThrowDamaged(() => readArchive(bytes, choice));
  rejectUnsupportedFiles(bytes);
  if (/<office:document\b/.test(decodeFileStart(bytes))) {
    return readOrThrowDamaged(() => readOds(decodeXml(bytes), choice.sheet));
  }
  return readCsv(bytes, choice.encoding);
}

function readArchive(bytes: Uint8Array, { sheet }: ReadOptions): Sheet {
  const archive = openZip(bytes);
  rejectUnsupportedArchives(archive.paths);
  if (!archive.paths.includes('content.xml')) return readXlsx(archive, sheet);
  if (archive.read('META-INF/manifest.xml')?.includes('encryption-data'))
    throw passwordProtectedError;
  return readOds(archive.read('content.xml') ?? '', sheet);
}

function readOrThrowDamaged(read: () => Sheet): Sheet {
  try {
    return read();
  } catch (error) {
    throw error instanceof TableError ? error : new TableError(damagedMessage);
  }
}
