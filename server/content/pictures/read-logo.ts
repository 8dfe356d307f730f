import type { EncodedPicture } from './decode-picture.ts';
import { encodePicture } from './encode-picture.ts';

let last: { logo: string; encoded: Promise<EncodedPicture> } | undefined;

/** Returns a stored logo as PNG, or the fault of a logo that an earlier version did not decode. */
export async function readLogo(logo: string): Promise<{ png: Buffer } | { fault: string }> {
  if (last?.logo !== logo) last = { logo, encoded: encodePicture(logo, 'logo') };
  const encoded = await last.encoded;
  if ('fault' in encoded) return encoded;
  return { png: Buffer.from(encoded.url.split(',')[1] ?? '', 'base64') };
}
