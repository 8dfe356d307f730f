import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { type DocumentKind, documentKinds, endingsOf, extensionOf } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';

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
export async function requireKind(kind: DocumentKind, name: string, path: string): Promise<string> {
  const extension = extensionOf(name);
  const isRight =
    extension === 'zip'
      ? (await firstBytes(path, zipStart.length)).equals(zipStart)
      : (await fileTypeFromFile(path))?.mime === recognised[extension];
  const mediaType = mediaTypes[extension];
  if (!isRight || !mediaType) {
    throw new Problem(
      'wrong-kind-of-file',
      `${documentKinds[kind].label}: “${name}” is named .${extension} but its content is not. Save it again as ${endingsOf(kind)} and choose that file.`,
    );
  }
  return mediaType;
}

async function firstBytes(path: string, length: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
