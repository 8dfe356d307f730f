import { createHash } from 'node:crypto';

export const computeEtag = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url')}"`;
