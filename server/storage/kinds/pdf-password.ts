import { createCipheriv, createHash } from 'node:crypto';

export type PdfEncryption = {
  revision: number;
  keyBits: number;
  permissions: number;
  isMetadataEncrypted: boolean;
  ownerEntry: Buffer;
  userEntry: Buffer;
  documentId: Buffer;
};

/** The bytes that pad a password to 32 bytes (ISO 32000-1, 7.6.3.3). */
const padding = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
);

/** Returns true if the document opens with the empty password (ISO 32000-1, 7.6.3.4; ISO 32000-2, 7.6.4.3). */
export function canOpenWithoutPassword(encryption: PdfEncryption): boolean {
  const { revision, userEntry } = encryption;
  if (revision >= 5) {
    const salt = userEntry.subarray(32, 40);
    const hash = revision === 5 ? hashOf('sha256', salt) : computePdfRevision6Hash(salt);
    return hash.equals(userEntry.subarray(0, 32));
  }
  const key = deriveKey(encryption);
  if (revision === 2) return rc4(key, padding).equals(userEntry.subarray(0, 32));
  let expected = hashOf('md5', padding, encryption.documentId);
  for (let round = 0; round < 20; round += 1) {
    expected = rc4(
      key.map((byte) => byte ^ round),
      expected,
    );
  }
  return expected.equals(userEntry.subarray(0, 16));
}

function deriveKey(encryption: PdfEncryption): Buffer {
  const { revision, permissions, ownerEntry, documentId } = encryption;
  const length = revision === 2 ? 5 : Math.min(16, Math.max(5, encryption.keyBits / 8));
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions | 0);
  const isMetadataOpen = revision >= 4 && !encryption.isMetadataEncrypted;
  const suffix = isMetadataOpen ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  let hash = hashOf('md5', padding, ownerEntry.subarray(0, 32), flags, documentId, suffix);
  for (let round = 0; revision >= 3 && round < 50; round += 1) {
    hash = hashOf('md5', hash.subarray(0, length));
  }
  return hash.subarray(0, length);
}

/** Returns the hash of an empty password with a salt (ISO 32000-2, algorithm 2.B). */
export function computePdfRevision6Hash(salt: Buffer): Buffer {
  let key = hashOf('sha256', salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
    const encrypted = cipher.setAutoPadding(false).update(repeated);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = hashOf(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256', encrypted);
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

function hashOf(algorithm: string, ...parts: readonly Buffer[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Implements RC4, because OpenSSL 3 disables it by default. */
function rc4(key: Uint8Array, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) % 256;
    swap(index, other);
  }
  let first = 0;
  let second = 0;
  return Buffer.from(
    data.map((byte) => {
      first = (first + 1) % 256;
      second = (second + (state[first] ?? 0)) % 256;
      swap(first, second);
      return byte ^ (state[((state[first] ?? 0) + (state[second] ?? 0)) % 256] ?? 0);
    }),
  );
}
