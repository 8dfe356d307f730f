import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Files that no browser shows as a page. An SVG it does show, with scripts in it. */
const isNoDocument = (path: string) => /\.(js|css|json|woff2|avif|webp|png|jpe?g|ico)$/.test(path);

/** What Helmet reads of a route's config; its own option would come after it has looked. */
const withoutHelmet = { helmet: { skipRoute: true } };

/** As Helmet says it. */
const forAYear = 'max-age=31536000; includeSubDomains';

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
    files.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      schema: { hide: true },
      handler: (request, reply) => {
        const [path = ''] = request.url.split('?');
        const isPage = !path.startsWith('/api/') && !/\.[\w-]+$/.test(path);
        return isPage ? reply.sendFile('index.html') : reply.callNotFound();
      },
    });
    done();
  });
}
