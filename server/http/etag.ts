import { createHash } from 'node:crypto';

/** Returns a strong entity tag for the content of a reply. */
export const computeEtag = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url')}"`;
