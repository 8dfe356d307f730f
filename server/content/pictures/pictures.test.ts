import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { exportResultSheet } from '#contract/exports/results.ts';
import { findHome } from '#contract/settings/content.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { getSettingsFiles, importSettings, saveSetting } from '#contract/settings/settings.ts';
import { loadContentAndPictures } from '#server/content/files/load-content.ts';
import { copySampleContent } from '#server/test/content/content-errors.ts';
import { storeLogo, toDataUrl } from '#server/test/content/pictures.ts';
import {
  buildCohortQueryParams,
  buildSettingChange,
  readSetting,
} from '#server/test/content/settings.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { decodePicture } from './decode-picture.ts';
import { encodePicture } from './encode-picture.ts';

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
};
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Creates a PNG. The declared size may differ from the size of the pixel data in `rows`. */
const rawPng = (width: number, height: number, rows: Buffer, ...more: Buffer[]) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const parts = [chunk('IHDR', header), ...more, chunk('IDAT', deflateSync(rows))];
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))]);
};
const noise = (width: number, height = width) =>
  sharp({
    create: {
      width,
      height,
      channels: 3 as const,
      background: '#804020',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
const plain = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: { r: 9, g: 80, b: 70, alpha: 0.5 } } });
const animated = (format: 'gif' | 'webp') => {
  const frames = ['#ff0000', '#0000ff'].map((background) => ({
    create: { width: 16, height: 16, channels: 3 as const, background },
  }));
  return sharp(frames as never, { join: { animated: true } })
    [format]()
    .toBuffer();
};
const svg = (content: string, size = 'width="60" height="30"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`);
const rect = '<rect width="60" height="30" fill="#095046"/>';
const good = await noise(64).png().toBuffer();
const jpeg = await noise(64).jpeg().toBuffer();

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
  ['a TIFF', await noise(16).tiff().toBuffer(), unknown],
  ['an AVIF', await noise(16).avif().toBuffer(), unknown],
  ['the signature of a PNG alone', signature, header('PNG file')],
  [
    '0 × 0 pixels',
    rawPng(0, 0, Buffer.alloc(0)),
    'is 0 × 0 pixels. Save the picture with at least 1 × 1.',
  ],
  [
    '5 × 0 pixels',
    rawPng(5, 0, Buffer.alloc(0)),
    'is 5 × 0 pixels. Save the picture with at least 1 × 1.',
  ],
  ['a PNG cut in half', good.subarray(0, good.length / 2), damaged('PNG')],
  ['a PNG without its last bytes', good.subarray(0, -20), damaged('PNG')],
  ['a PNG with too few rows', rawPng(10, 10, Buffer.alloc(41 * 3)), damaged('PNG')],
  [
    'a PNG with a filter that there is not',
    rawPng(1, 1, Buffer.from([9, 0, 0, 0, 0])),
    damaged('PNG'),
  ],
  ['a JPEG cut in half', jpeg.subarray(0, jpeg.length / 2), damaged('JPEG')],
  ['a WebP cut off', (await noise(64).webp().toBuffer()).subarray(0, 100), header('file')],
  [
    'a small file of 30,000 × 30,000 pixels',
    rawPng(30_000, 30_000, Buffer.alloc(1000)),
    'is 30000 × 30000 pixels, and at most 30 million pixels are decoded. Save it with at most 5000 × 5000.',
  ],
  [
    'an animated GIF',
    await animated('gif'),
    'is an animated GIF file. Save one frame of it as PNG.',
  ],
  [
    'an animated WebP',
    await animated('webp'),
    'is an animated WebP file. Save one frame of it as PNG.',
  ],
  [
    'an animated PNG',
    rawPng(1, 1, Buffer.alloc(5), chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))),
    'is an animated PNG file. Save one frame of it as PNG.',
  ],
  [
    'an SVG that ends early',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect'),
    header('file'),
  ],
  [
    'an SVG of no size',
    svg(rect, 'width="0" height="0"'),
    'is an SVG without a size. Give it a width and a height.',
  ],
  [
    'an SVG with text',
    svg('<text x="1" y="9">FYP</text>'),
    'is an SVG with text, whose typeface this machine may not have. Convert the text to paths, or save it as PNG.',
  ],
  [
    'an SVG with a script',
    svg('<rect onload="alert(1)"/>'),
    'is an SVG with a script. Save it as “plain SVG”.',
  ],
  [
    'an SVG that loads a file',
    svg('<use href="file:///etc/passwd"/>'),
    'is an SVG that loads something from elsewhere. Embed nothing, and save it as “plain SVG”.',
  ],
  [
    'an SVG with an embedded picture',
    svg('<image href="x.png"/>'),
    'is an SVG with <image>. Save it as “plain SVG”, with shapes only.',
  ],
  [
    'an SVG with nested clipping paths',
    svg('<clipPath id="a"><rect clip-path="url(#b)"/></clipPath><clipPath id="b"/>'),
    'is an SVG with nested clipping paths. Save it as “plain SVG”, or as PNG.',
  ],
  ['a compressed SVG, which hides what it holds', gzipSync(svg('<script/>')), unknown],
  ['an SVG in UTF-16', Buffer.from(`\uFEFF${svg(rect).toString()}`, 'utf16le'), unknown],
];

const acceptedPictures: [string, Buffer, [number, number]][] = [
  ['a PNG', good, [64, 64]],
  ['an interlaced PNG', await noise(64).png({ progressive: true }).toBuffer(), [64, 64]],
  ['a PNG of 5,000 × 5,000', await plain(5000).png().toBuffer(), [512, 512]],
  [
    'a PNG with 16 bits a sample',
    await noise(64).toColourspace('rgb16').png().toBuffer(),
    [64, 64],
  ],
  ['a narrow PNG', await plain(1, 2000).png().toBuffer(), [1, 512]],
  ['a JPEG', jpeg, [64, 64]],
  ['a JPEG in CMYK', await noise(64).toColourspace('cmyk').jpeg().toBuffer(), [64, 64]],
  [
    'a JPEG that a camera turned',
    await noise(60, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    [20, 60],
  ],
  ['a WebP', await noise(64).webp().toBuffer(), [64, 64]],
  ['a GIF of one frame', await noise(64).gif().toBuffer(), [64, 64]],
  ['an SVG', svg(rect), [512, 256]],
  ['an SVG with a view box alone', svg(rect, 'viewBox="0 0 60 30"'), [512, 256]],
  ['a large SVG', svg(rect, 'viewBox="0 0 60 30" width="5000" height="2500"'), [512, 256]],
];

const printedLogos: [string, string][] = [
  ['a PNG', toDataUrl(good)],
  ['a PNG with transparency', toDataUrl(await plain(40).png().toBuffer())],
  ['a WebP', toDataUrl(await noise(64).webp().toBuffer(), 'webp')],
  ['an SVG', toDataUrl(svg(rect), 'svg+xml')],
];

const formerLogos: [string, string][] = [
  ['an SVG', toDataUrl(svg(rect), 'svg+xml')],
  ['an interlaced PNG', toDataUrl(await noise(64).png({ progressive: true }).toBuffer())],
  ['a PNG of 5,000 × 5,000', toDataUrl(await plain(5000).png().toBuffer())],
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
    const encoded = await encodePicture(toDataUrl(await noise(900).png().toBuffer()), 'logo');
    if ('fault' in encoded) throw new Error(encoded.fault);
    const stored = Buffer.from(encoded.url.split(',')[1] ?? '', 'base64');
    expect(stored.length).toBeLessThanOrEqual(150_000);
    expect((await sharp(stored).metadata()).width).toBeLessThan(512);
  });

  test('is stored without its metadata and without bytes after the end of the image', async () => {
    const described = await noise(32)
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

  test('is decoded in a child process that is killed after the time limit', async () => {
    const masks = Array.from({ length: 8 }, (_, level) => {
      const mask = level === 0 ? '' : `mask="url(#m${level - 1})"`;
      return `<mask id="m${level}">${`<rect width="60" height="30" ${mask}/>`.repeat(10)}</mask>`;
    });
    const nested = svg(
      `<defs>${masks.join('')}</defs><rect width="60" height="30" mask="url(#m7)"/>`,
    );
    expect(await encodePicture(toDataUrl(nested, 'svg+xml'), 'logo', 2000)).toEqual({
      fault: 'takes longer than 2 seconds to decode. Save it with fewer pixels, as PNG.',
    });
    expect(await encodePicture(toDataUrl(svg(rect), 'svg+xml'), 'logo')).toHaveProperty('url');
  });
});

const saveLogo = async (portal: Portal, logo: string) =>
  portal.admin.call(
    saveSetting,
    await buildSettingChange(portal, 'department', (value) => Object.assign(value, { logo })),
  );
const logoOf = async (portal: Portal) =>
  (await portal.visitor.call(findHome)).department.logo ?? '';

describe('a picture in the settings', () => {
  test('is encoded when it is uploaded, and does not change when the settings are saved or uploaded again', async ({
    portal,
  }) => {
    await saveLogo(portal, toDataUrl(jpeg, 'jpeg'));
    const stored = await logoOf(portal);
    expect(stored).toMatch(/^data:image\/png/);
    await saveLogo(portal, stored);
    expect(await logoOf(portal)).toBe(stored);
    const { files } = await portal.admin.call(getSettingsFiles);
    const reply = await portal.admin.call(importSettings, {
      query: buildCohortQueryParams(portal),
      body: { files, dryRun: false },
    });
    expect(reply.changed).toEqual([]);
  });

  test('is reported together with other invalid fields if it is invalid, and nothing is saved', async ({
    portal,
  }) => {
    const edit = await buildSettingChange(portal, 'department', (value) =>
      Object.assign(value, { logo: toDataUrl(signature), colour: '#f0c000' }),
    );
    const refused = await expectRefusal(portal, portal.admin, saveSetting, edit);
    expect(Object.keys(refused.fields ?? {}).toSorted()).toEqual(['colour', 'logo']);
    expect(refused.fields?.logo).toBe(
      'This is a damaged PNG file: its header cannot be read. Save the picture again.',
    );
  });

  test('is rejected with its line number if it is invalid in an uploaded file', async ({
    portal,
  }) => {
    const { files } = await portal.admin.call(getSettingsFiles);
    const text = `${files['department.yaml']}logo: ${toDataUrl(good.subarray(0, 200))}\n`;
    const before = await portal.snapshot();
    const reply = await portal.admin.call(importSettings, {
      query: buildCohortQueryParams(portal),
      body: { files: { 'department.yaml': text }, dryRun: false },
    });
    expect(await portal.snapshot()).toEqual(before);
    expect(reply.errors).toEqual([
      expect.stringMatching(/^department\.yaml:\d+ logo: is a damaged or incomplete PNG file\./),
    ]);
  });

  test('is encoded when a content folder is loaded, or rejected with its file and line number', async () => {
    const folder = copySampleContent();
    const file = join(folder, 'developers.yaml');
    const entry = (photo: Buffer) =>
      `- { name: N, role: R, bio: B, year: '2027', photo: '${toDataUrl(photo)}' }\n`;
    writeFileSync(file, entry(good));
    const { developers } = await loadContentAndPictures(folder, 'Asia/Karachi');
    expect(developers[0]?.photo).toMatch(/^data:image\/jpeg;base64,/);
    writeFileSync(file, entry(good) + entry(signature));
    await expect(loadContentAndPictures(folder, 'Asia/Karachi')).rejects.toThrow(
      /developers\.yaml:2 1\.photo: is a damaged PNG file/,
    );
  });
});

describe("a developer's photo in the settings", () => {
  test('is encoded once as a JPEG with a white background, while a URL is stored unchanged', async ({
    portal,
  }) => {
    const transparent = toDataUrl(await plain(900, 300).png().toBuffer());
    const entry = (name: string, photo: string) => ({
      name,
      role: 'R',
      bio: 'B',
      year: '2027',
      photo,
    });
    const edit = await buildSettingChange(portal, 'developers', (value) => {
      value.splice(0, value.length, entry('A', transparent), entry('B', ''));
    });
    await portal.admin.call(saveSetting, edit);
    const [{ photo } = { photo: '' }] = (await portal.visitor.call(findDevelopers)).developers;
    const stored = Buffer.from(photo.split(',')[1] ?? '', 'base64');
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 512 });
    const again = await buildSettingChange(portal, 'developers', (value) => {
      value[1] = entry('B', 'https://university.test/b.jpg');
    });
    await portal.admin.call(saveSetting, again);
    const { value } = await readSetting(portal, 'developers');
    expect(value.map((developer) => developer.photo)).toEqual([
      photo,
      'https://university.test/b.jpg',
    ]);
    const broken = await buildSettingChange(portal, 'developers', (list) => {
      list[1] = entry('B', toDataUrl(jpeg.subarray(0, -200), 'jpeg'));
    });
    const refused = await expectRefusal(portal, portal.admin, saveSetting, broken);
    expect(refused.fields).toEqual({
      '1.photo': 'This is a damaged or incomplete JPEG file. Save the picture again.',
    });
  });
});

describe('the logo on a result sheet', () => {
  const sheetOf = async (portal: Portal) => {
    const { groupId, supervisor } = await createTestGroup(portal);
    const response = await supervisor.caller.request(exportResultSheet, { params: { groupId } });
    return Buffer.from(await response.arrayBuffer());
  };
  const pictures = (pdf: Buffer) => pdf.toString('latin1').split('/Subtype /Image').length - 1;

  test.for(printedLogos)('is printed if it was uploaded as %s', async ([, logo], { portal }) => {
    expect(pictures(await sheetOf(portal))).toBe(0);
    await saveLogo(portal, logo);
    expect(pictures(await sheetOf(portal))).toBeGreaterThan(0);
  });

  test.for(formerLogos)(
    'is printed even if an earlier version of the portal stored it without decoding it: %s',
    async ([, logo], { portal }) => {
      await storeLogo(portal, logo);
      expect(pictures(await sheetOf(portal))).toBeGreaterThan(0);
    },
  );
});
