import { Readable } from 'node:stream';
import { fileTypeFromStream } from 'file-type';
import { getFileExtension } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { FileRules } from '#contract/rules/document-kinds.ts';
import { type FileType, fileTypeKeys, fileTypes } from '#contract/rules/file-types.ts';
import type { ByteRange } from '#server/storage/file-store.ts';
import { findJpegFault, findPngFault } from './check-image.ts';
import { findMp4Fault } from './check-mp4.ts';
import { findPdfFault } from './check-pdf.ts';
import { findRarFault } from './check-rar.ts';
import { findTextFault } from './check-text.ts';
import { findOfficePasswordFault, findWordFault } from './check-word.ts';
import { findZipFault } from './check-zip.ts';
import { describeFault, type FileFault } from './fault.ts';
import { RangeReader } from './range-reader.ts';

type StoredBytes = { size: number; open: (range?: ByteRange) => Readable };

type Recogniser = {
  mediaType: string;
  findFault: (file: RangeReader, stored: StoredBytes) => Promise<FileFault | undefined>;
};

/** Returns the recogniser of an Office file, which is a zip archive with a part that names the application. */
const createOfficeRecogniser = (application: string): Recogniser => {
  const mediaType = `application/vnd.openxmlformats-officedocument.${application}`;
  return { mediaType, findFault: (file, stored) => findOfficeFault(file, stored, mediaType) };
};

const recognisers: Record<FileType, Recogniser> = {
  pdf: { mediaType: 'application/pdf', findFault: findPdfFault },
  doc: { mediaType: 'application/msword', findFault: findWordFault },
  docx: createOfficeRecogniser('wordprocessingml.document'),
  pptx: createOfficeRecogniser('presentationml.presentation'),
  xlsx: createOfficeRecogniser('spreadsheetml.sheet'),
  txt: { mediaType: 'text/plain; charset=utf-8', findFault: findTextFault },
  jpg: { mediaType: 'image/jpeg', findFault: findJpegFault },
  png: { mediaType: 'image/png', findFault: findPngFault },
  mp4: { mediaType: 'video/mp4', findFault: findMp4Fault },
  zip: { mediaType: 'application/zip', findFault: findZipFault },
  rar: { mediaType: 'application/vnd.rar', findFault: findRarFault },
};

/** Returns the media type. Throws `wrong-kind-of-file` if the content is incomplete or contradicts the extension. */
export async function requireValidContent(
  rules: Pick<FileRules, 'label' | 'extensions'>,
  name: string,
  stored: StoredBytes,
): Promise<string> {
  const type = findFileType(getFileExtension(name));
  const recogniser = type && recognisers[type];
  const fault = recogniser
    ? await recogniser.findFault(new RangeReader(stored.size, stored.open), stored)
    : 'other-kind';
  if (!recogniser || fault) {
    throw new Problem('wrong-kind-of-file', describeFault(fault ?? 'other-kind', rules, name));
  }
  return recogniser.mediaType;
}

const findFileType = (extension: string): FileType | undefined =>
  fileTypeKeys.find((type) => fileTypes[type].extensions.some((known) => known === extension));

async function findOfficeFault(file: RangeReader, { open }: StoredBytes, mediaType: string) {
  const fault = (await findOfficePasswordFault(file)) ?? (await findZipFault(file));
  if (fault) return fault;
  return (await detectMediaType(open())) === mediaType ? undefined : 'other-kind';
}

async function detectMediaType(content: Readable): Promise<string | undefined> {
  try {
    return (await fileTypeFromStream(Readable.toWeb(content)))?.mime;
  } finally {
    content.destroy();
  }
}
