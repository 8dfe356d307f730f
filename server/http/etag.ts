import { createHash } from 'node:crypto';

/** Returns a strong entity tag. */
export const computeEtag = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url')}"`;
