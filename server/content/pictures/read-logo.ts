import type { PictureEncodingResult } from './decode-picture.ts';
import { encodePicture } from './encode-picture.ts';

let last: { logo: string; encoded: Promise<PictureEncodingResult> } | undefined;

/** Converts a stored logo to PNG. Returns a fault for an invalid logo, which earlier versions accepted. */
export async function convertLogoToPng(logo: string): Promise<{ png: Buffer } | { fault: string }> {
  if (last?.logo !== logo) last = { logo, encoded: encodePicture(logo, 'logo') };
  const encoded = await last.encoded;
  if ('fault' in encoded) return encoded;
  return { png: Buffer.from(encoded.url.split(',')[1] ?? '', 'base64') };
}
