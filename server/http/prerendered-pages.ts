import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BuildManifest, PrerenderedPages, RepliesByPath } from '#contract/prerendered-page.ts';
import { computeEtag } from './etag.ts';
import { matchesEtag } from './not-modified.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Maximum age of a cached page. Pages show relative times in minutes, so a minute is short enough. */
const minuteMs = 60_000;
/** Brotli quality 9: higher qualities take many times longer and save little. */
const quality = { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } };

type CompressedPage = { etag: string; plain: Buffer; br: Buffer; gzip: Buffer };
type CachedPage = { made: CompressedPage; age: string | undefined };

/** Sends a prerendered page. Resolves to false without replying if the URL has no such page or rendering fails. */
type SendPrerendered = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

type VisitorReplies = { replies: RepliesByPath; age: string | undefined };

/** Requests `paths` without a login. `age` comes from one reply: all replies depend on the same cached settings. */
async function requestAll(app: FastifyInstance, paths: readonly string[]): Promise<VisitorReplies> {
  let age: string | undefined;
  const replies = paths.map(async (path) => {
    const response = await app.inject({ url: path });
    if (response.statusCode !== 200) throw new Error(`${path} replied ${response.statusCode}.`);
    age ??= response.headers.age?.toString();
    return [path, response.json()] as const;
  });
  return { replies: Object.fromEntries(await Promise.all(replies)), age };
}

async function compress(html: string): Promise<CompressedPage> {
  const plain = Buffer.from(html);
  const [br, gz] = await Promise.all([toBrotli(plain, quality), toGzip(plain)]);
  return { etag: computeEtag(plain), plain, br, gzip: gz };
}

function send({ headers }: FastifyRequest, reply: FastifyReply, { made, age }: CachedPage) {
  reply.headers({ etag: made.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (age !== undefined) reply.header('age', age);
  if (matchesEtag(headers['if-none-match'], made.etag)) {
    reply.code(304).send();
    return;
  }
  const accepted = headers['accept-encoding'];
  const encoding = accepted ? negotiate(accepted, ['br', 'gzip']) : null;
  if (encoding) reply.header('content-encoding', encoding);
  reply.type('text/html; charset=utf-8').send(made[encoding ?? 'plain']);
}

/** Returns a function that sends prerendered pages, which are rendered every minute and when their data changes. */
export async function createPrerenderedPageSender(
  app: FastifyInstance,
  folder: string,
): Promise<SendPrerendered> {
  const program = join(folder, '.server', 'prerendered-pages.js');
  if (!existsSync(program)) return async () => false;
  const { prerenderedPages }: { prerenderedPages: PrerenderedPages } = await import(
    pathToFileURL(program).href
  );
  const document = await readFile(join(folder, 'index.html'), 'utf8');
  const files: BuildManifest = JSON.parse(
    await readFile(join(folder, '.server', 'files.json'), 'utf8'),
  );
  const known = new Map<string, { key: string; made: Promise<CompressedPage> }>();

  const find = async (name: string, calls: readonly string[]): Promise<CachedPage> => {
    const now = app.services.clock().getTime();
    const { replies, age } = await requestAll(app, calls);
    const key = `${Math.floor(now / minuteMs)} ${JSON.stringify(replies)}`;
    const before = known.get(name);
    if (before?.key === key) return { made: await before.made, age };
    const made = prerenderedPages.finish(document, name, { replies, now, files }).then(compress);
    known.set(name, { key, made });
    return { made: await made, age };
  };

  return async (request, reply) => {
    const prerendered = prerenderedPages.find(request.url);
    if (!prerendered) return false;
    try {
      send(request, reply, await find(prerendered.name, prerendered.calls));
      return true;
    } catch (err) {
      request.log.warn({ err }, 'a page could not be prerendered: the browser renders it');
      return false;
    }
  };
}
