import type { FastifyRequest } from 'fastify';

/**
 * Returns true if the request is a page navigation in a browser, not a request for a script, a style sheet or the API.
 */
export function isNavigationRequest({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /\btext\/html\b/.test(headers.accept ?? '');
}
