import sharp from 'sharp';
import { findUnsafeSvgContent } from './inert-svg.ts';

export type PictureUse = 'logo' | 'photo';

/** An encoded picture, or a fault: the end of an error message that begins with a field name. */
export type PictureEncodingResult = { url: string } | { fault: string };

const maxPixels = 30_000_000;
const maxBytes = 150_000;
/** Maximum lengths of the longer side in pixels, tried in order until the encoded picture has at most `maxBytes`. */
const sides = [512, 384, 256, 128];
const formats: Readonly<Record<string, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  gif: 'GIF',
  svg: 'SVG',
};

/** Re-encodes a logo as PNG, or a photo as JPEG. Call only in the child process that `encodePicture` starts. */
export async function decodePicture(
  bytes: Buffer,
  use: PictureUse,
): Promise<PictureEncodingResult> {
  if (bytes.length === 0) return { fault: 'is an empty file. Choose another picture.' };
  const isSvg = /^(\uFEFF|\s)*</.test(bytes.subarray(0, 100).toString('utf8'));
  const svgFault = isSvg ? findUnsafeSvgContent(bytes.toString('utf8')) : undefined;
  if (svgFault) return { fault: svgFault };
  const header = await readHeader(bytes);
  if ('fault' in header) return header;
  // Reject a compressed or UTF-16 SVG, because `findUnsafeSvgContent` has not checked it.
  if (header.format === 'svg' && !isSvg) return { fault: unknownFault };
  for (const side of sides) {
    const encoded = await encode(bytes, header, side, use);
    if ('fault' in encoded) return encoded;
    if (encoded.bytes.length > maxBytes) continue;
    const type = use === 'logo' ? 'png' : 'jpeg';
    return { url: `data:image/${type};base64,${encoded.bytes.toString('base64')}` };
  }
  return { fault: 'is too detailed. Save the picture with fewer colours.' };
}

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
});

const open = (bytes: Buffer, density = 72) =>
  sharp(bytes, { density, failOn: 'error', limitInputPixels: false });

type Header = { format: string; width: number; height: number };

async function readHeader(bytes: Buffer): Promise<Header | { fault: string }> {
  const sizeInPng = pngSize(bytes);
  if (sizeInPng && sizeInPng.width * sizeInPng.height === 0)
    return { fault: emptyFault(sizeInPng) };
  const read = await open(bytes)
    .metadata()
    .catch((error: Error) => error);
  if (read instanceof Error) return { fault: headerFault(bytes, read) };
  const { format, width, height, pages = 1 } = read;
  const name = formats[format];
  if (!name) return { fault: unknownFault };
  if (pages > 1 || isAnimatedPng(bytes)) {
    return { fault: `is an animated ${name} file. Save one frame of it as PNG.` };
  }
  if (width * height > maxPixels) {
    return {
      fault: `is ${width} × ${height} pixels, but pictures can have up to 30 million pixels. Save it with 5000 × 5000 or fewer.`,
    };
  }
  return { format, width, height };
}

const unknownFault =
  'is not a picture that the portal can read. Save it as PNG, JPEG, WebP, GIF or SVG.';
const emptyFault = ({ width, height }: { width: number; height: number }) =>
  `is ${width} × ${height} pixels. Save the picture with at least 1 × 1.`;

function headerFault(bytes: Buffer, { message }: Error): string {
  if (/bad dimensions/.test(message))
    return 'is an SVG without a size. Give it a width and a height.';
  if (!/corrupt header/.test(message)) return unknownFault;
  const kind = bytes.subarray(0, 8).equals(pngSignature) ? 'PNG file' : 'file';
  return `is a damaged ${kind}: its header cannot be read. Save the picture again.`;
}

async function encode(
  bytes: Buffer,
  { format, width, height }: Header,
  side: number,
  use: PictureUse,
): Promise<{ bytes: Buffer } | { fault: string }> {
  // Render an SVG at the target size instead of scaling its pixels.
  const density = format === 'svg' ? densityFor(side / Math.max(width, height)) : 72;
  const resized = open(bytes, density)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: format !== 'svg' });
  const output =
    use === 'logo'
      ? resized.png({ compressionLevel: 9 })
      : resized.flatten({ background: '#ffffff' }).jpeg({ quality: 85 });
  try {
    return { bytes: await output.toBuffer() };
  } catch {
    const name = formats[format] ?? '';
    return { fault: `is a damaged or incomplete ${name} file. Save the picture again.` };
  }
}

const densityFor = (scale: number) => Math.min(100_000, Math.max(1, 72 * scale));

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

function pngSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngSignature)) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Returns true for an animated PNG, of which the image library would decode only the first frame. */
function isAnimatedPng(bytes: Buffer): boolean {
  const control = bytes.indexOf('acTL');
  return pngSize(bytes) !== undefined && control >= 0 && control < bytes.indexOf('IDAT');
}
