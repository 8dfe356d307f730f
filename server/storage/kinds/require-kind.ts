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
import { describeRefusal, type FileFault, isRefusal, warnings } from './fault.ts';
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

/**
 * Returns the media type, and a sentence about what is doubtful, such as a missing end. Throws `wrong-kind-of-file` if
 * the content is of another kind than the name.
 */
export async function inspectContent(
  rules: Pick<FileRules, 'label' | 'extensions'>,
  name: string,
  stored: StoredBytes,
): Promise<{ mediaType: string; warning: string | null }> {
  const type = findFileType(getFileExtension(name));
  const file = new RangeReader(stored.size, stored.open);
  const recogniser = type && recognisers[type];
  const fault = recogniser ? await recogniser.findFault(file, stored) : 'other-kind';
  if (!recogniser || (fault && isRefusal(fault))) {
    const wordType = type && (await detectOtherWordFormat(type, file, stored));
    if (wordType) return { mediaType: wordType, warning: warnings['other-word-format'] };
    const refusal = fault && isRefusal(fault) ? fault : 'other-kind';
    throw new Problem('wrong-kind-of-file', describeRefusal(refusal, rules, name));
  }
  return { mediaType: recogniser.mediaType, warning: fault ? warnings[fault] : null };
}

/** Returns the media type of a Word document that is named as another version's, or of RTF, which Word opens as well. */
async function detectOtherWordFormat(
  type: FileType,
  file: RangeReader,
  stored: StoredBytes,
): Promise<string | undefined> {
  if (type !== 'doc' && type !== 'docx') return undefined;
  const start = (await file.read(0, 5)).toString('latin1');
  if (start === '{\\rtf') return 'application/rtf';
  if (!start.startsWith(type === 'doc' ? 'PK' : '\xd0\xcf\x11\xe0')) return undefined;
  const { findFault, mediaType } = recognisers[type === 'doc' ? 'docx' : 'doc'];
  const fault = await findFault(file, stored);
  return fault && isRefusal(fault) ? undefined : mediaType;
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
