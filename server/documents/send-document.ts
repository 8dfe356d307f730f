import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from '#server/db/tables.ts';
import { isNotModified } from '#server/http/not-modified.ts';
import type { Services } from '#server/services.ts';
import { findDamage } from '#server/storage/check-file.ts';
import type { FileHeaders, FileStore } from '#server/storage/file-store.ts';
import { knownDamageOf } from './damaged-files.ts';

const shown = new Set(['application/pdf', 'image/jpeg', 'image/png']);

/** Never a reply that breaks off or passes for the file. Known damage is read again: it may be mended. */
export async function assertIntact(
  { db, files }: Pick<Services, 'db' | 'files'>,
  document: Pick<Row<'documents'>, 'id' | 'size' | 'sha256'>,
): Promise<void> {
  const { id, size } = document;
  const stored = await files.sizeOf(id);
  if (stored !== size)
    throw new Error(`The file ${id} has ${stored ?? 'no'} bytes instead of ${size}.`);
  if ((await knownDamageOf(db, id)) && (await findDamage(files, document)))
    throw new Error(`The file ${id} was altered.`);
}

function headersOf({ name, media_type }: Row<'documents'>): FileHeaders {
  const disposition = shown.has(media_type) ? 'inline' : 'attachment';
  const plainName = name.replace(/[^\w .()-]/g, '_');
  const ownName = encodeURIComponent(name).replace(/['()*]/g, percent);
  return {
    contentType: media_type,
    disposition: `${disposition}; filename="${plainName}"; filename*=UTF-8''${ownName}`,
  };
}

/** Where a browser goes itself to see a file; undefined for scripts, frames and programs, which stay with the portal. */
export async function directAddress(
  store: FileStore,
  document: Row<'documents'>,
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
): Promise<string | undefined> {
  const isOpened =
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers.authorization === undefined;
  return isOpened ? store.addressOf(document.id, headersOf(document)) : undefined;
}

/** The server sets the type, and a sandbox keeps the content from running as the portal. */
export function sendDocument(
  store: FileStore,
  document: Row<'documents'>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { id, size, sha256 } = document;
  const { contentType, disposition } = headersOf(document);
  reply.headers({
    'content-type': contentType,
    'content-disposition': disposition,
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  });
  return sendBytes(request, reply, {
    size,
    etag: `"${sha256}"`,
    open: (range) => store.open(id, range),
  });
}

type Bytes = {
  size: number;
  /** In quotation marks. */
  etag: string;
  /** Both ends included; undefined: all of it. */
  open: (range?: { start: number; end: number }) => Readable;
};

/**
 * Sends the whole content or the range that is asked for, and 304 to a client that has this content. The rest of a file is
 * never sent to a client that has the beginning of another. The caller has checked the rights.
 */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, etag, open }: Bytes,
): FastifyReply {
  reply.headers({ 'accept-ranges': 'bytes', etag });
  // This precondition comes before a range (RFC 9110, 13.2.2).
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const ifRange = request.headers['if-range'];
  const range =
    ifRange === undefined || ifRange === etag ? rangeOf(request.headers.range, size) : undefined;
  if (range === 'beyond') {
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  if (!range) return reply.header('content-length', size).send(open());
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(open(range));
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Both ends included; undefined (several, malformed): the whole file. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'beyond' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!found || (!found[1] && !found[2])) return undefined;
  const start = found[1] ? Number(found[1]) : Math.max(0, size - Number(found[2]));
  const end = found[1] && found[2] ? Math.min(Number(found[2]), size - 1) : size - 1;
  if (start >= size) return 'beyond';
  return start > end ? undefined : { start, end };
}
