import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { flushToDisk } from './disk.ts';

/** A secret encrypted with AES-256-GCM. The parts are in base64. `keyId` tells which key decrypts it. */
export const EncryptedSecret = z.strictObject({
  keyId: z.string(),
  nonce: z.string(),
  data: z.string(),
  tag: z.string(),
});
export type EncryptedSecret = z.infer<typeof EncryptedSecret>;

type KeyLocation = Pick<Config, 'secretsKey' | 'dataDir'>;

/** The key is in no table and in no backup. A restored portal therefore cannot decrypt the secrets of the archive. */
const getKeyPath = ({ dataDir }: KeyLocation) => join(dataDir, 'secrets.key');

const toKeyId = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 16);

/** Returns `SECRETS_KEY` or the key in the data folder, or undefined if there is none. */
export async function readSecretKey(config: KeyLocation): Promise<Buffer | undefined> {
  if (config.secretsKey) return Buffer.from(config.secretsKey, 'base64');
  const text = await readFile(getKeyPath(config), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === 32) return key;
  throw new Error(`${getKeyPath(config)} is not a key of 32 bytes in base64.`);
}

/** Returns the key. Creates one in the data folder if there is none; concurrent processes get the same key. */
export async function getSecretKey(config: KeyLocation): Promise<Buffer> {
  const stored = await readSecretKey(config);
  if (stored) return stored;
  const path = getKeyPath(config);
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, `${randomBytes(32).toString('base64')}\n`, {
    mode: 0o600,
    flush: true,
  });
  // A link never replaces an existing file, so the first of several processes wins.
  await link(temporary, path).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(temporary);
  await flushToDisk(config.dataDir);
  const key = await readSecretKey(config);
  if (!key) throw new Error(`${path} was removed while it was created.`);
  return key;
}

/** Encrypts a secret. It can be decrypted only together with the same `purpose`. */
export function encryptSecret(key: Buffer, secret: string, purpose: string): EncryptedSecret {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    keyId: toKeyId(key),
    nonce: nonce.toString('base64'),
    data: data.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** Returns undefined if the key is missing or another one, or if the secret or its purpose was altered. */
export function decryptSecret(
  key: Buffer | undefined,
  { keyId, nonce, data, tag }: EncryptedSecret,
  purpose: string,
): string | undefined {
  if (!key || toKeyId(key) !== keyId) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), {
      authTagLength: 16,
    });
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(data, 'base64'), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
