import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { isHttps } from '#server/config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route sets its security headers itself. */
    hasOwnHeaders?: boolean;
  }
}

const createHelmet = (isSecure: boolean) =>
  helmet({
    contentSecurityPolicy: {
      directives: {
        'script-src': ["'self'"],
        // Mantine uses inline style elements and attributes.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'frame-src': ["'none'"],
        'upgrade-insecure-requests': isSecure ? [] : null,
      },
    },
    strictTransportSecurity: isSecure,
    crossOriginOpenerPolicy: isSecure,
    originAgentCluster: isSecure,
  });

/** Computes the headers once, because calling helmet for each request would take a tenth of the request’s CPU time. */
function computeHeaders(isSecure: boolean) {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  createHelmet(isSecure)(request, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaders();
}

/** Adds security headers to routes without `hasOwnHeaders`. If users open the portal with HTTPS, includes those for HTTPS. */
export function addSecurityHeaders(app: FastifyInstance): void {
  const secureHeaders = computeHeaders(true);
  const plainHeaders = computeHeaders(false);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.hasOwnHeaders) {
      reply.headers(isHttps(app.services.config) ? secureHeaders : plainHeaders);
    }
    done();
  });
}
