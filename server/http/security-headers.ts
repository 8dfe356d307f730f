import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route says itself which headers its replies have. */
    hasOwnHeaders?: boolean;
  }
}

const policyOf = (isSecure: boolean) =>
  helmet({
    contentSecurityPolicy: {
      directives: {
        'script-src': ["'self'"],
        // Mantine sets its variables and positions through style elements and attributes.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        // A merged PDF beside its entries: the page makes the address itself, for this type of file alone.
        'frame-src': ["'self'", 'blob:'],
        'upgrade-insecure-requests': isSecure ? [] : null,
      },
    },
    strictTransportSecurity: isSecure,
    crossOriginOpenerPolicy: isSecure,
    originAgentCluster: isSecure,
  });

/** The same for every reply, so helmet is asked once: asking it anew takes a tenth of a request's processor. */
function headersOf(isSecure: boolean) {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  policyOf(isSecure)(request, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaders();
}

/** `isSecure`: browsers are told to use https alone. A route that says so is left alone. */
export function addSecurityHeaders(app: FastifyInstance, isSecure: boolean): void {
  const headers = headersOf(isSecure);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.hasOwnHeaders) reply.headers(headers);
    done();
  });
}
