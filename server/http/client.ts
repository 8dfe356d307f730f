import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isHttps } from '#server/config.ts';
import { isNavigationRequest } from './navigation.ts';
import { createPrerenderedPageSender } from './prerendered-pages.ts';
import { redirectUnknownPath } from './problems.ts';

/** Returns true for assets that need no security headers. Excludes SVG, because it may contain scripts. */
const isAsset = (path: string) => /\.(m?js|css|json|woff2|avif|webp|png|jpe?g|ico)$/.test(path);

const hstsOneYear = 'max-age=31536000; includeSubDomains';

type PathRoute = { Params: { '*': string } };
type PathRequest = FastifyRequest<PathRoute>;

/** Serves the built client. Caches files with hashed names for a year. With HTTPS, sets Strict-Transport-Security. */
export async function serveClient(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn(
      { folder },
      'the client is not built, only the API is served: start the portal with npm start',
    );
    return;
  }
  const hashedFolder = resolve(folder, 'assets') + sep;
  const setHeaders = (reply: FastifyReply, path: string) => {
    const isHashed = path.startsWith(hashedFolder);
    reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (!isAsset(path.replace(/\.(br|gz)$/, ''))) return;
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cross-origin-resource-policy', 'same-origin');
    if (isHttps(app.services.config)) reply.header('strict-transport-security', hstsOneYear);
  };
  const sendPrerendered = await createPrerenderedPageSender(app, folder);
  await app.register((files, _options, done) => {
    files.addHook('onRequest', async (request, reply) => {
      // Browsers read a path such as `//x` as the host `x`, so the client's router fails on it.
      const isDouble = /^[/\\]{2}/.test(request.url) && isNavigationRequest(request);
      if (isDouble) return redirectUnknownPath(request, reply);
      if (await sendPrerendered(request, reply)) return reply;
    });
    files.addHook('onRoute', (route) => {
      if (isAsset(route.url)) route.config = { ...route.config, hasOwnHeaders: true };
    });
    files.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      wildcard: false,
      cacheControl: false,
      setHeaders,
    });
    const addRoute = (url: string, isPage: (request: PathRequest) => boolean) =>
      files.route<PathRoute>({
        method: ['GET', 'HEAD'],
        url,
        schema: { hide: true },
        handler: (request, reply) =>
          isPage(request) ? reply.sendFile('index.html') : reply.callNotFound(),
      });
    // Unknown API and asset paths get 404, not the HTML page. The router also matches percent-encoded spellings.
    addRoute('/api/*', () => false);
    addRoute('/assets/*', () => false);
    // Paths with a file extension get the HTML page only for browser navigation, so that a missing script gets 404.
    addRoute(
      '/*',
      (request) => !/\.[\w-]+$/.test(request.params['*']) || isNavigationRequest(request),
    );
    done();
  });
}
