import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Files that no browser shows as a page. An SVG it does show, with scripts in it. */
const isNoDocument = (path: string) => /\.(js|css|json|woff2|avif|webp|png|jpe?g|ico)$/.test(path);

/** What Helmet reads of a route's config; its own option would come after it has looked. */
const withoutHelmet = { helmet: { skipRoute: true } };

/** As Helmet says it. */
const forAYear = 'max-age=31536000; includeSubDomains';

type PathRoute = { Params: { '*': string } };
type PathRequest = FastifyRequest<PathRoute>;

/**
 * A browser that goes to an address, and does not fetch a part of a page: `/index.php` from an old bookmark leads to
 * the document, which sends on to the home page (spec 2), while a script that is missing stays missing.
 */
function isNavigation({ headers }: PathRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /\btext\/html\b/.test(headers.accept ?? '');
}

/**
 * Serves the built client from `folder`: hashed files for ever, the document fresh each time, for
 * every page's address. Text comes compressed as the build has left it, in the form a browser asks for.
 * When the portal `isSecure`, reached by https, browsers are told to come back by nothing else.
 */
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
    // mutant-harmless condition: on a document Helmet sets the same two headers
    if (!isNoDocument(path.replace(/\.(br|gz)$/, ''))) return;
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cross-origin-resource-policy', 'same-origin');
    if (isSecure) reply.header('strict-transport-security', forAYear);
  };
  await app.register((files, _options, done) => {
    // The security headers of a document mean nothing on a script, and weigh more than many of them.
    files.addHook('onRoute', (route) => {
      if (isNoDocument(route.url)) route.config = { ...route.config, ...withoutHelmet };
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
    // Which address is a call's or a script's the router says, however it is written.
    at('/api/*', () => false);
    at('/assets/*', () => false);
    at('/*', (request) => !/\.[\w-]+$/.test(request.params['*']) || isNavigation(request));
    done();
  });
}
