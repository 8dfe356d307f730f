import type { FastifyRequest } from 'fastify';

/** Returns true if a browser navigates to the URL, as opposed to requesting a script, style sheet or endpoint. */
export function isNavigation({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /\btext\/html\b/.test(headers.accept ?? '');
}
