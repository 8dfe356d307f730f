import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export const buildPngChunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
};

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Creates a PNG. The declared size may differ from the size of the pixel data in `rows`. */
export const buildPng = (width: number, height: number, rows: Buffer, ...more: Buffer[]) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const parts = [buildPngChunk('IHDR', header), ...more, buildPngChunk('IDAT', deflateSync(rows))];
  return Buffer.concat([pngSignature, ...parts, buildPngChunk('IEND', Buffer.alloc(0))]);
};

export const createNoise = (width: number, height = width) =>
  sharp({
    create: {
      width,
      height,
      channels: 3 as const,
      background: '#804020',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

export const createPlainPicture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: { r: 9, g: 80, b: 70, alpha: 0.5 } } });

export const createAnimation = (format: 'gif' | 'webp') => {
  const frames = ['#ff0000', '#0000ff'].map((background) => ({
    create: { width: 16, height: 16, channels: 3 as const, background },
  }));
  return sharp(frames as never, { join: { animated: true } })
    [format]()
    .toBuffer();
};

export const buildSvg = (content: string, size = 'width="60" height="30"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`);

export const svgRectangle = '<rect width="60" height="30" fill="#095046"/>';

export const samplePng = await createNoise(64).png().toBuffer();

export const sampleJpeg = await createNoise(64).jpeg().toBuffer();
