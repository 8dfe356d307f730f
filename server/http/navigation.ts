import type { FastifyRequest } from 'fastify';

/** Returns true for a browser's navigation, not for scripts, style sheets or API requests. */
export function isNavigation({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /\btext\/html\b/.test(headers.accept ?? '');
}
