import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileTypeFromStream } from 'file-type';
import { type DocumentKind, documentKinds, endingsOf, extensionOf } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { ByteRange } from './file-store.ts';

const mediaTypes: Record<string, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  zip: 'application/zip',
  rar: 'application/vnd.rar',
};

/** Old Word files are one kind of compound file. */
const recognised: Record<string, string> = {
  ...mediaTypes,
  doc: 'application/x-cfb',
  rar: 'application/x-rar-compressed',
};

/** A zip with at least one entry; later volumes and self-extractors begin with something else. */
const zipStart = Buffer.from('PK\x03\x04', 'latin1');

/** By content, checked against the name's ending. Throws `wrong-kind-of-file` when they differ (decisions). */
export async function requireKind(
  kind: DocumentKind,
  name: string,
  open: (range?: ByteRange) => Readable,
): Promise<string> {
  const extension = extensionOf(name);
  const isRight =
    extension === 'zip'
      ? (await buffer(open({ start: 0, end: zipStart.length - 1 }))).equals(zipStart)
      : (await typeOf(open())) === recognised[extension];
  const mediaType = mediaTypes[extension];
  if (!isRight || !mediaType) {
    throw new Problem(
      'wrong-kind-of-file',
      `${documentKinds[kind].label}: “${name}” is named .${extension} but its content is not. Save it again as ${endingsOf(kind)} and choose that file.`,
    );
  }
  return mediaType;
}

/** Reads no more than it takes to tell. */
async function typeOf(content: Readable): Promise<string | undefined> {
  try {
    return (await fileTypeFromStream(Readable.toWeb(content)))?.mime;
  } finally {
    content.destroy();
  }
}
