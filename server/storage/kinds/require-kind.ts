import type { Readable } from 'node:stream';
import { getFileExtension } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { FileRules } from '#contract/rules/document-kinds.ts';
import { type FileType, fileTypeKeys, fileTypes } from '#contract/rules/file-types.ts';
import type { ByteRange } from '#server/storage/file-store.ts';
import { findJpegFault, findMp4Fault, findPngFault, findRarFault } from './check-media.ts';
import { findPdfFault } from './check-pdf.ts';
import { findTextFault } from './check-text.ts';
import { findOfficePasswordFault, findWordFault } from './check-word.ts';
import { findZipFault } from './check-zip.ts';
import { describeRefusal, type FileFault, isRefusal, warnings } from './fault.ts';
import { RangeReader } from './range-reader.ts';

type StoredBytes = { size: number; open: (range?: ByteRange) => Readable };

type Recogniser = {
  mediaType: string;
  findFault: (file: RangeReader, name: string) => Promise<FileFault | undefined>;
};

const createOfficeRecogniser = (folder: string, application: string): Recogniser => ({
  mediaType: `application/vnd.openxmlformats-officedocument.${application}`,
  findFault: async (file) =>
    (await findOfficePasswordFault(file)) ?? (await findZipFault(file, folder)),
});

const recognisers: Record<FileType, Recogniser> = {
  pdf: { mediaType: 'application/pdf', findFault: findPdfFault },
  doc: { mediaType: 'application/msword', findFault: findWordFault },
  docx: createOfficeRecogniser('word/', 'wordprocessingml.document'),
  pptx: createOfficeRecogniser('ppt/', 'presentationml.presentation'),
  xlsx: createOfficeRecogniser('xl/', 'spreadsheetml.sheet'),
  txt: { mediaType: 'text/plain; charset=utf-8', findFault: findTextFault },
  jpg: { mediaType: 'image/jpeg', findFault: findJpegFault },
  png: { mediaType: 'image/png', findFault: findPngFault },
  mp4: { mediaType: 'video/mp4', findFault: findMp4Fault },
  zip: { mediaType: 'application/zip', findFault: (file) => findZipFault(file) },
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
  const fault = recogniser ? await recogniser.findFault(file, name) : 'other-kind';
  if (!recogniser || (fault && isRefusal(fault))) {
    const wordType = type && (await detectOtherWordFormat(type, file, name));
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
  name: string,
): Promise<string | undefined> {
  if (type !== 'doc' && type !== 'docx') return undefined;
  const start = (await file.read(0, 5)).toString('latin1');
  if (start === '{\\rtf') return 'application/rtf';
  if (!start.startsWith(type === 'doc' ? 'PK' : '\xd0\xcf\x11\xe0')) return undefined;
  const { findFault, mediaType } = recognisers[type === 'doc' ? 'docx' : 'doc'];
  const fault = await findFault(file, name);
  return fault && isRefusal(fault) ? undefined : mediaType;
}

const findFileType = (extension: string): FileType | undefined =>
  fileTypeKeys.find((type) => fileTypes[type].extensions.some((known) => known === extension));
