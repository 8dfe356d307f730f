import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';

/** Returns true for endpoints that write and need no bearer token, so that a form on another site could call them. */
export const isOpenToForms = ({ access, method, isUrlencoded }: Endpoint): boolean =>
  access === 'public' && method !== 'GET' && !isUrlencoded;

/**
 * Throws `forbidden` if a page of another site sent the request. Programs other than browsers send neither header.
 * Browsers send `Sec-Fetch-Site` over HTTPS only, and `Origin` with every POST.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'same-origin' || (site === undefined && isOwnOrigin(origin, request, publicUrl))) {
    return;
  }
  request.log.info({ origin, site, host: request.host }, 'refused a form of another site');
  throw new Problem('forbidden', 'Another website sent this form. Open the portal to send it.');
}

function isOwnOrigin(origin: string | undefined, { host }: FastifyRequest, publicUrl: string) {
  if (origin === undefined) return true;
  const sender = URL.parse(origin);
  if (!sender) return false;
  return sender.origin === new URL(publicUrl).origin || sender.host === host.toLowerCase();
}
