import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { toDataUrl } from '#server/test/content/pictures.ts';
import {
  buildPng,
  buildPngChunk,
  buildSvg,
  createAnimation,
  createNoise,
  createPlainPicture,
  pngSignature,
  sampleJpeg,
  samplePng,
  svgRectangle,
} from '#server/test/content/sample-pictures.ts';
import { test } from '#server/test/portal.ts';
import { decodePicture } from './decode-picture.ts';
import { encodePicture } from './encode-picture.ts';

const unknown =
  'is not a picture that the portal can read. Save it as PNG, JPEG, WebP, GIF or SVG.';

const header = (kind: string) =>
  `is a damaged ${kind}: its header cannot be read. Save the picture again.`;

const damaged = (kind: string) =>
  `is a damaged or incomplete ${kind} file. Save the picture again.`;

const refusedPictures: [string, Buffer, string][] = [
  ['no byte', Buffer.alloc(0), 'is an empty file. Choose another picture.'],
  ['text', Buffer.from('no picture'), unknown],
  ['a PDF', Buffer.from('%PDF-1.7\n'), unknown],
  ['HTML', Buffer.from('<html><body>Hi</body></html>'), unknown],
  ['a TIFF', await createNoise(16).tiff().toBuffer(), unknown],
  ['an AVIF', await createNoise(16).avif().toBuffer(), unknown],
  ['the signature of a PNG alone', pngSignature, header('PNG file')],
  [
    '0 × 0 pixels',
    buildPng(0, 0, Buffer.alloc(0)),
    'is 0 × 0 pixels. Save the picture with at least 1 × 1.',
  ],
  [
    '5 × 0 pixels',
    buildPng(5, 0, Buffer.alloc(0)),
    'is 5 × 0 pixels. Save the picture with at least 1 × 1.',
  ],
  ['a PNG cut in half', samplePng.subarray(0, samplePng.length / 2), damaged('PNG')],
  ['a PNG without its last bytes', samplePng.subarray(0, -20), damaged('PNG')],
  ['a PNG with too few rows', buildPng(10, 10, Buffer.alloc(41 * 3)), damaged('PNG')],
  [
    'a PNG with a filter that there is not',
    buildPng(1, 1, Buffer.from([9, 0, 0, 0, 0])),
    damaged('PNG'),
  ],
  ['a JPEG cut in half', sampleJpeg.subarray(0, sampleJpeg.length / 2), damaged('JPEG')],
  ['a WebP cut off', (await createNoise(64).webp().toBuffer()).subarray(0, 100), header('file')],
  [
    'a small file of 30,000 × 30,000 pixels',
    buildPng(30_000, 30_000, Buffer.alloc(1000)),
    'is 30000 × 30000 pixels, but pictures can have up to 30 million pixels. Save it with 5000 × 5000 or fewer.',
  ],
  [
    'an animated GIF',
    await createAnimation('gif'),
    'is an animated GIF file. Save one frame of it as PNG.',
  ],
  [
    'an animated WebP',
    await createAnimation('webp'),
    'is an animated WebP file. Save one frame of it as PNG.',
  ],
  [
    'an animated PNG',
    buildPng(1, 1, Buffer.alloc(5), buildPngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))),
    'is an animated PNG file. Save one frame of it as PNG.',
  ],
  [
    'an SVG that ends early',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect'),
    header('file'),
  ],
  [
    'an SVG of no size',
    buildSvg(svgRectangle, 'width="0" height="0"'),
    'is an SVG without a size. Give it a width and a height.',
  ],
  [
    'an SVG with text',
    buildSvg('<text x="1" y="9">FYP</text>'),
    'is an SVG with text, whose typeface this machine may not have. Convert the text to paths, or save it as PNG.',
  ],
  [
    'an SVG with a script',
    buildSvg('<rect onload="alert(1)"/>'),
    'is an SVG with a script. Save it as “plain SVG”.',
  ],
  [
    'an SVG that loads a file',
    buildSvg('<use href="file:///etc/passwd"/>'),
    'is an SVG that loads something from elsewhere. Embed nothing, and save it as “plain SVG”.',
  ],
  [
    'an SVG with an embedded picture',
    buildSvg('<image href="x.png"/>'),
    'is an SVG with <image>. Save it as “plain SVG”, with shapes only.',
  ],
  [
    'an SVG with nested clipping paths',
    buildSvg('<clipPath id="a"><rect clip-path="url(#b)"/></clipPath><clipPath id="b"/>'),
    'is an SVG with nested clipping paths. Save it as “plain SVG”, or as PNG.',
  ],
  ['a compressed SVG, which hides what it holds', gzipSync(buildSvg('<script/>')), unknown],
  [
    'an SVG in UTF-16',
    Buffer.from(`\uFEFF${buildSvg(svgRectangle).toString()}`, 'utf16le'),
    unknown,
  ],
];

const acceptedPictures: [string, Buffer, [number, number]][] = [
  ['a PNG', samplePng, [64, 64]],
  ['an interlaced PNG', await createNoise(64).png({ progressive: true }).toBuffer(), [64, 64]],
  ['a PNG of 5,000 × 5,000', await createPlainPicture(5000).png().toBuffer(), [512, 512]],
  [
    'a PNG with 16 bits a sample',
    await createNoise(64).toColourspace('rgb16').png().toBuffer(),
    [64, 64],
  ],
  ['a narrow PNG', await createPlainPicture(1, 2000).png().toBuffer(), [1, 512]],
  ['a JPEG', sampleJpeg, [64, 64]],
  ['a JPEG in CMYK', await createNoise(64).toColourspace('cmyk').jpeg().toBuffer(), [64, 64]],
  [
    'a JPEG that a camera turned',
    await createNoise(60, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    [20, 60],
  ],
  ['a WebP', await createNoise(64).webp().toBuffer(), [64, 64]],
  ['a GIF of one frame', await createNoise(64).gif().toBuffer(), [64, 64]],
  ['an SVG', buildSvg(svgRectangle), [512, 256]],
  ['an SVG with a view box alone', buildSvg(svgRectangle, 'viewBox="0 0 60 30"'), [512, 256]],
  [
    'a large SVG',
    buildSvg(svgRectangle, 'viewBox="0 0 60 30" width="5000" height="2500"'),
    [512, 256],
  ],
];

describe('an uploaded picture', () => {
  test.for(refusedPictures)(
    'is rejected with an error that states the reason and the remedy: %s',
    async ([, bytes, fault]) => {
      expect(await decodePicture(bytes, 'logo')).toEqual({ fault });
    },
  );

  test.for(acceptedPictures)('is stored as a small PNG: %s', async ([, bytes, size]) => {
    const encoded = await decodePicture(bytes, 'logo');
    if ('fault' in encoded) throw new Error(encoded.fault);
    expect(encoded.url).toMatch(/^data:image\/png;base64,/);
    const stored = Buffer.from(encoded.url.split(',')[1] ?? '', 'base64');
    expect(stored.length).toBeLessThanOrEqual(150_000);
    const { width, height, format, isProgressive } = await sharp(stored).metadata();
    expect([format, isProgressive, width, height]).toEqual(['png', false, ...size]);
  });

  test('is scaled down further if the PNG at 512 × 512 pixels exceeds the size limit', async () => {
    const encoded = await encodePicture(toDataUrl(await createNoise(900).png().toBuffer()), 'logo');
    if ('fault' in encoded) throw new Error(encoded.fault);
    const stored = Buffer.from(encoded.url.split(',')[1] ?? '', 'base64');
    expect(stored.length).toBeLessThanOrEqual(150_000);
    expect((await sharp(stored).metadata()).width).toBeLessThan(512);
  });

  test('is stored without its metadata and without bytes after the end of the image', async () => {
    const described = await createNoise(32)
      .png()
      .withExif({ IFD0: { Copyright: 'Somebody at 31.5, 74.3' } })
      .toBuffer();
    const bytes = Buffer.concat([described, Buffer.from('<script>alert(1)</script>')]);
    const encoded = await encodePicture(toDataUrl(bytes), 'logo');
    const stored = Buffer.from('url' in encoded ? (encoded.url.split(',')[1] ?? '') : '', 'base64');
    expect(described.includes('Somebody')).toBe(true);
    expect(stored.includes('Somebody')).toBe(false);
    expect(stored.subarray(-8, -4).toString()).toBe('IEND');
  });

  test('is decoded in a child process without the environment variables of the portal', async () => {
    // With this variable, no Node process starts.
    vi.stubEnv('NODE_OPTIONS', '--require=/nowhere/missing.cjs');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(
      await encodePicture(toDataUrl(buildSvg(svgRectangle), 'svg+xml'), 'logo'),
    ).toHaveProperty('url');
  });

  test('is decoded in a child process that is killed after the time limit', async () => {
    const masks = Array.from({ length: 8 }, (_, level) => {
      const mask = level === 0 ? '' : `mask="url(#m${level - 1})"`;
      return `<mask id="m${level}">${`<rect width="60" height="30" ${mask}/>`.repeat(10)}</mask>`;
    });
    const nested = buildSvg(
      `<defs>${masks.join('')}</defs><rect width="60" height="30" mask="url(#m7)"/>`,
    );
    expect(await encodePicture(toDataUrl(nested, 'svg+xml'), 'logo', 2000)).toEqual({
      fault: 'takes longer than 2 seconds to decode. Save it with fewer pixels, as PNG.',
    });
    expect(
      await encodePicture(toDataUrl(buildSvg(svgRectangle), 'svg+xml'), 'logo'),
    ).toHaveProperty('url');
  });
});
