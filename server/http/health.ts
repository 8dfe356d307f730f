import type { FastifyInstance } from 'fastify';
import { Problem } from '#contract/problem.ts';
import { pingDatabase } from '#server/db/migrate.ts';
import { version } from './version.ts';

/** Adds `/healthz`, which always replies 200, and `/readyz`, which replies 503 if the portal is not ready to serve. */
export function addHealthRoutes(app: FastifyInstance): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request) => {
    const { db, files } = app.services;
    if (app.isLeaving()) {
      throw new Problem('unavailable', 'The portal is being restarted.', { retryAfter: 5 });
    }
    for (const [part, check] of Object.entries({
      database: () => pingDatabase(db),
      files: files.check,
    })) {
      try {
        await check();
      } catch (err) {
        request.log.warn({ err, part }, 'not ready');
        throw new Problem('unavailable', `The ${part} cannot be reached.`, { retryAfter: 5 });
      }
    }
    return { status: 'ok', version };
  });
}
