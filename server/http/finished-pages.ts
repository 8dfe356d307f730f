import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BuiltFiles, FinishedPages, Replies } from '#contract/finished-page.ts';
import { etagOf } from './etag.ts';
import { isNotModified } from './not-modified.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** What depends on the time shows minutes. */
const minuteMs = 60_000;
/** Little is gained above it, for many times the work. */
const quality = { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } };

type Made = { etag: string; plain: Buffer; br: Buffer; gzip: Buffer };
type Found = { made: Made; age: string | undefined };

/** Sends the document of a page's address; false for any other address, and when it cannot be made. */
type SendFinished = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

type Read = { replies: Replies; age: string | undefined };

/** What the portal's own calls reply to a visitor; `age` as the first says it, since all come from the same settings. */
async function readAll(app: FastifyInstance, paths: readonly string[]): Promise<Read> {
  let age: string | undefined;
  const replies = paths.map(async (path) => {
    const response = await app.inject({ url: path });
    if (response.statusCode !== 200) throw new Error(`${path} replied ${response.statusCode}.`);
    age ??= response.headers.age?.toString();
    return [path, response.json()] as const;
  });
  return { replies: Object.fromEntries(await Promise.all(replies)), age };
}

async function compress(html: string): Promise<Made> {
  const plain = Buffer.from(html);
  const [br, gz] = await Promise.all([toBrotli(plain, quality), toGzip(plain)]);
  return { etag: etagOf(plain), plain, br, gzip: gz };
}

function send({ headers }: FastifyRequest, reply: FastifyReply, { made, age }: Found) {
  reply.headers({ etag: made.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (age !== undefined) reply.header('age', age);
  if (isNotModified(headers['if-none-match'], made.etag)) {
    reply.code(304).send();
    return;
  }
  const accepted = headers['accept-encoding'];
  const encoding = accepted ? negotiate(accepted, ['br', 'gzip']) : null;
  if (encoding) reply.header('content-encoding', encoding);
  reply.type('text/html; charset=utf-8').send(made[encoding ?? 'plain']);
}

/**
 * Pages that anybody may read come as finished HTML, drawn by the client's own components, which its build has put
 * into `folder`. Each is drawn once a minute at most, and when what it shows changes. The documents of the other pages
 * are empty, and hold what every page asks first.
 */
export async function openFinishedPages(
  app: FastifyInstance,
  folder: string,
): Promise<SendFinished> {
  const program = join(folder, '.server', 'finished-pages.js');
  if (!existsSync(program)) return async () => false;
  const { finishedPages }: { finishedPages: FinishedPages } = await import(
    pathToFileURL(program).href
  );
  const document = await readFile(join(folder, 'index.html'), 'utf8');
  const files: BuiltFiles = JSON.parse(
    await readFile(join(folder, '.server', 'files.json'), 'utf8'),
  );
  const known = new Map<string, { key: string; made: Promise<Made> }>();

  const find = async (name: string, calls: readonly string[]): Promise<Found> => {
    const now = app.services.clock().getTime();
    const { replies, age } = await readAll(app, calls);
    const key = `${Math.floor(now / minuteMs)} ${JSON.stringify(replies)}`;
    const before = known.get(name);
    if (before?.key === key) return { made: await before.made, age };
    const made = finishedPages.finish(document, name, { replies, now, files }).then(compress);
    known.set(name, { key, made });
    return { made: await made, age };
  };

  return async (request, reply) => {
    const found = finishedPages.find(request.url);
    if (!found) return false;
    try {
      send(request, reply, await find(found.name, found.calls));
      return true;
    } catch (err) {
      request.log.warn({ err }, 'a page could not be finished: the browser draws it');
      return false;
    }
  };
}
