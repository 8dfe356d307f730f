import type { FastifyRequest } from 'fastify';

/** Returns true for a page navigation in a browser, not for a request for a script, a style sheet or the API. */
export function isNavigationRequest({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /\btext\/html\b/.test(headers.accept ?? '');
}
