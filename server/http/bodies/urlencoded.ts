import type { FastifyInstance } from 'fastify';
import { Problem } from '#contract/problem.ts';

/** The plain form of a mail program, only where an endpoint says that it takes one. Throws `invalid`. */
export function readUrlencoded(app: FastifyInstance): void {
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
