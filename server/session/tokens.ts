import { createHash, randomBytes } from 'node:crypto';

/** Returns a token of 256 random bits. Store only its hash. */
export const createToken = () => randomBytes(32).toString('base64url');
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');
