import type { FastifyRequest } from 'fastify';

/** Returns true if a browser navigates to a page, and false if it requests a script, a style sheet or the API. */
export function isNavigationRequest({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /\btext\/html\b/.test(headers.accept ?? '');
}
