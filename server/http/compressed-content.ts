import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { computeEtag } from './etag.ts';
import { matchesEtag } from './not-modified.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Brotli quality 9: higher qualities take many times longer and save little. */
const quality = { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } };

/** A text that is compressed once and sent many times. */
export type CompressedContent = { etag: string; plain: Buffer; br: Buffer; gzip: Buffer };

export async function compress(text: string): Promise<CompressedContent> {
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([toBrotli(plain, quality), toGzip(plain)]);
  return { etag: computeEtag(plain), plain, br, gzip: gz };
}

/** Sends the content as the client accepts it, or 304 if the client has it. */
export function sendCompressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  content: CompressedContent,
  type: string,
): FastifyReply {
  reply.headers({ etag: content.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (matchesEtag(headers['if-none-match'], content.etag)) return reply.code(304).send();
  const accepted = headers['accept-encoding'];
  const encoding = accepted ? negotiate(accepted, ['br', 'gzip']) : null;
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(type).send(content[encoding ?? 'plain']);
}
