import { createHash, randomBytes } from 'node:crypto';

/** Returns a token of 256 random bits. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url');
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
