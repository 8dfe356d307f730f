import type { EncodedPicture } from './decode-picture.ts';
import { encodePicture } from './encode-picture.ts';

let last: { logo: string; encoded: Promise<EncodedPicture> } | undefined;

/**
 * Returns a stored logo as a PNG that can be printed, or why it cannot: an earlier version of the portal stored logos
 * without decoding them. Keeps the last result, since every result sheet and Attention asks for the same logo.
 */
export async function readLogo(logo: string): Promise<{ png: Buffer } | { fault: string }> {
  if (last?.logo !== logo) last = { logo, encoded: encodePicture(logo, 'logo') };
  const encoded = await last.encoded;
  if ('fault' in encoded) return encoded;
  return { png: Buffer.from(encoded.url.split(',')[1] ?? '', 'base64') };
}
