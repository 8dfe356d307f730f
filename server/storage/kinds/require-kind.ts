import { Readable } from 'node:stream';
import { fileTypeFromStream } from 'file-type';
import { type DocumentKind, getFileExtension } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { ByteRange } from '#server/storage/file-store.ts';
import { findJpegFault, findPngFault } from './check-image.ts';
import { findPdfFault } from './check-pdf.ts';
import { findRarFault } from './check-rar.ts';
import { findOfficePasswordFault, findWordFault } from './check-word.ts';
import { findZipFault } from './check-zip.ts';
import { describeFault, type FileFault } from './fault.ts';
import { RangeReader } from './range-reader.ts';

type StoredBytes = { size: number; open: (range?: ByteRange) => Readable };

type FileType = {
  mediaType: string;
  findFault: (file: RangeReader, stored: StoredBytes) => Promise<FileFault | undefined>;
};

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const jpeg: FileType = { mediaType: 'image/jpeg', findFault: findJpegFault };

const fileTypes: Record<string, FileType> = {
  pdf: { mediaType: 'application/pdf', findFault: findPdfFault },
  doc: { mediaType: 'application/msword', findFault: findWordFault },
  docx: { mediaType: docx, findFault: findDocxFault },
  jpg: jpeg,
  jpeg,
  png: { mediaType: 'image/png', findFault: findPngFault },
  zip: { mediaType: 'application/zip', findFault: findZipFault },
  rar: { mediaType: 'application/vnd.rar', findFault: findRarFault },
};

/** Returns the media type. Throws `wrong-kind-of-file` if the content is incomplete or contradicts the extension. */
export async function requireValidContent(
  kind: DocumentKind,
  name: string,
  stored: StoredBytes,
): Promise<string> {
  const type = fileTypes[getFileExtension(name)];
  const fault = type
    ? await type.findFault(new RangeReader(stored.size, stored.open), stored)
    : 'other-kind';
  if (!type || fault) {
    throw new Problem('wrong-kind-of-file', describeFault(fault ?? 'other-kind', kind, name));
  }
  return type.mediaType;
}

async function findDocxFault(file: RangeReader, { open }: StoredBytes) {
  const fault = (await findOfficePasswordFault(file)) ?? (await findZipFault(file));
  if (fault) return fault;
  return (await detectMediaType(open())) === docx ? undefined : 'other-kind';
}

async function detectMediaType(content: Readable): Promise<string | undefined> {
  try {
    return (await fileTypeFromStream(Readable.toWeb(content)))?.mime;
  } finally {
    content.destroy();
  }
}
