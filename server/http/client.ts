import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openFinishedPages } from './finished-pages.ts';
import { isNavigation } from './navigation.ts';

/** Browsers show an SVG as a page, with scripts in it. */
const isNoDocument = (path: string) => /\.(js|css|json|woff2|avif|webp|png|jpe?g|ico)$/.test(path);

const forAYear = 'max-age=31536000; includeSubDomains';

type PathRoute = { Params: { '*': string } };
type PathRequest = FastifyRequest<PathRoute>;

/** Hashed files are cached for ever, the document never. `isSecure`: browsers are told to use https alone. */
export async function serveClient(
  app: FastifyInstance,
  folder: string,
  isSecure: boolean,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn({ folder }, 'the client is not built: only the calls are served');
    return;
  }
  const hashed = resolve(folder, 'assets') + sep;
  const setHeaders = (reply: FastifyReply, path: string) => {
    const isHashed = path.startsWith(hashed);
    reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (!isNoDocument(path.replace(/\.(br|gz)$/, ''))) return;
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cross-origin-resource-policy', 'same-origin');
    if (isSecure) reply.header('strict-transport-security', forAYear);
  };
  const sendFinished = await openFinishedPages(app, folder);
  await app.register((files, _options, done) => {
    files.addHook('onRequest', async (request, reply) => {
      if (await sendFinished(request, reply)) return reply;
    });
    // A document's security headers mean nothing on a script, and weigh more than many scripts.
    files.addHook('onRoute', (route) => {
      if (isNoDocument(route.url)) route.config = { ...route.config, hasOwnHeaders: true };
    });
    files.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      wildcard: false,
      cacheControl: false,
      setHeaders,
    });
    const at = (url: string, isPage: (request: PathRequest) => boolean) =>
      files.route<PathRoute>({
        method: ['GET', 'HEAD'],
        url,
        schema: { hide: true },
        handler: (request, reply) =>
          isPage(request) ? reply.sendFile('index.html') : reply.callNotFound(),
      });
    // The router knows whose address it is, however it is written.
    at('/api/*', () => false);
    at('/assets/*', () => false);
    // `/index.php` from a bookmark leads to the document (spec 2), while a missing script stays missing.
    at('/*', (request) => !/\.[\w-]+$/.test(request.params['*']) || isNavigation(request));
    done();
  });
}
