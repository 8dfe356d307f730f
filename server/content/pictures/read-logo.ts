import type { EncodedPicture } from './decode-picture.ts';
import { encodePicture } from './encode-picture.ts';

let last: { logo: string; encoded: Promise<EncodedPicture> } | undefined;

/**
 * Returns a stored logo as PNG, or its fault, because earlier versions did not decode logos. Caches the last result.
 */
export async function readLogo(logo: string): Promise<{ png: Buffer } | { fault: string }> {
  if (last?.logo !== logo) last = { logo, encoded: encodePicture(logo, 'logo') };
  const encoded = await last.encoded;
  if ('fault' in encoded) return encoded;
  return { png: Buffer.from(encoded.url.split(',')[1] ?? '', 'base64') };
}
