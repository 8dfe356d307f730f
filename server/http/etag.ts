import { createHash } from 'node:crypto';

/** A strong entity tag of a reply's content. */
export const etagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url')}"`;
