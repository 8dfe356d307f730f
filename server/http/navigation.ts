import type { FastifyRequest } from 'fastify';

/** Whether a person opened the URL in a browser, as opposed to a script, style sheet or call. */
export function isNavigation({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /\btext\/html\b/.test(headers.accept ?? '');
}
