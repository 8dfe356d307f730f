import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodeForUrl } from '#contract/paths.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import { matchesEtag } from '#server/http/not-modified.ts';
import type { Job } from '#server/http/work/job.ts';
import { openOutsideTurn } from '#server/http/work/open-outside-turn.ts';
import { runJob } from '#server/http/work/run-job.ts';
import type { Services } from '#server/services.ts';
import { findFileDamage } from '#server/storage/check-file.ts';
import type { FileResponseHeaders, FileStore } from '#server/storage/file-store.ts';
import { findKnownDamage } from './damage/damaged-files.ts';

const shown = new Set(['application/pdf', 'image/jpeg', 'image/png']);

/**
 * Throws if the file is damaged. Hashes a file with recorded damage in the caller's turn, because it may have been
 * restored since, and then returns true.
 */
export async function assertFileIntact(
  { db, files }: Pick<Services, 'db' | 'files'>,
  document: Pick<DatabaseRow<'documents'>, 'id' | 'size' | 'sha256'>,
  call: Parameters<typeof runJob>[0],
): Promise<boolean> {
  const { id, size } = document;
  const stored = await files.sizeOf(id);
  if (stored !== size)
    throw new Error(`The file ${id} has ${stored ?? 'no'} bytes instead of ${size}.`);
  if (!(await findKnownDamage(db, id))) return false;
  const hash = (job: Job) =>
    findFileDamage(openOutsideTurn(job, files), document, () => job.nextSlice());
  if (await runJob(call, hash)) throw new Error(`The file ${id} was altered.`);
  return true;
}

function headersOf({ name, media_type }: DatabaseRow<'documents'>): FileResponseHeaders {
  const disposition = shown.has(media_type) ? 'inline' : 'attachment';
  const plainName = name.replace(/[^\w .()-]/g, '_');
  const ownName = encodeForUrl(name);
  return {
    contentType: media_type,
    disposition: `${disposition}; filename="${plainName}"; filename*=UTF-8''${ownName}`,
  };
}

/** Returns the file's URL in the store for a browser navigation, and undefined for any other request. */
export async function findDirectUrl(
  store: FileStore,
  document: DatabaseRow<'documents'>,
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
): Promise<string | undefined> {
  const isOpened =
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers.authorization === undefined;
  return isOpened ? store.addressOf(document.id, headersOf(document)) : undefined;
}

/** Sends the file with a fixed media type and a sandbox policy against scripts in the portal's origin. */
export function replyWithDocument(
  store: FileStore,
  document: DatabaseRow<'documents'>,
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
  etag: string;
  /** Opens a byte range with inclusive bounds, or the whole file. */
  open: (range?: { start: number; end: number }) => Readable;
};

/** Sends the content, the requested range, or 304 if the client has it. Does not check the caller's permission. */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, etag, open: openBytes }: Bytes,
): FastifyReply {
  // Fastify would read the whole stream to reply to a HEAD request.
  const open = request.method === 'HEAD' ? () => Readable.from([]) : openBytes;
  reply.headers({ 'accept-ranges': 'bytes', etag });
  // If-None-Match takes precedence over Range (RFC 9110, 13.2.2).
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const ifRange = request.headers['if-range'];
  const range =
    ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, size) : undefined;
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

/** Returns undefined (send the whole file) if the Range header is malformed or has several ranges. */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'beyond' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return undefined;
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]));
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  if (start >= size) return 'beyond';
  return start > end ? undefined : { start, end };
}
