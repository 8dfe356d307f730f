import type { FastifyInstance } from 'fastify';
import { Problem } from '#contract/problem.ts';

/** Adds a parser for URL-encoded unsubscribe requests of email clients. Only `isUrlencoded` endpoints accept them. */
export function addUrlencodedParser(app: FastifyInstance): void {
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      if (!request.routeOptions.config.endpoint?.isUrlencoded) {
        return done(new Problem('invalid', 'This kind of content is not accepted here.'));
      }
      return done(null, Object.fromEntries(new URLSearchParams(body)));
    },
  );
}
