import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { exportResultSheet } from '#contract/exports/results.ts';
import { findHome } from '#contract/settings/content.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { loadContentAndPictures } from '#server/content/files/load-content.ts';
import { copySampleContent } from '#server/test/content/content-errors.ts';
import { storeLogo, toDataUrl } from '#server/test/content/pictures.ts';
import {
  buildSvg,
  createNoise,
  createPlainPicture,
  pngSignature,
  sampleJpeg,
  samplePng,
  svgRectangle,
} from '#server/test/content/sample-pictures.ts';
import { buildSettingChange, readSetting } from '#server/test/content/settings.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const formerLogos: [string, string][] = [
  ['an SVG', toDataUrl(buildSvg(svgRectangle), 'svg+xml')],
  ['an interlaced PNG', toDataUrl(await createNoise(64).png({ progressive: true }).toBuffer())],
  ['a PNG of 5,000 × 5,000', toDataUrl(await createPlainPicture(5000).png().toBuffer())],
];

const saveLogo = async (portal: Portal, logo: string) =>
  portal.admin.call(
    saveSetting,
    await buildSettingChange(portal, 'department', (value) => Object.assign(value, { logo })),
  );

const logoOf = async (portal: Portal) =>
  (await portal.visitor.call(findHome)).department.logo ?? '';

describe('a picture in the settings', () => {
  test('is encoded when it is uploaded, and does not change when the settings are saved again', async ({
    portal,
  }) => {
    await saveLogo(portal, toDataUrl(sampleJpeg, 'jpeg'));
    const stored = await logoOf(portal);
    expect(stored).toMatch(/^data:image\/png/);
    await saveLogo(portal, stored);
    expect(await logoOf(portal)).toBe(stored);
  });

  test('is reported together with other invalid fields if it is invalid, and nothing is saved', async ({
    portal,
  }) => {
    const edit = await buildSettingChange(portal, 'department', (value) =>
      Object.assign(value, { logo: toDataUrl(pngSignature), colour: '#f0c000' }),
    );
    const refused = await expectRefusal(portal, portal.admin, saveSetting, edit);
    expect(Object.keys(refused.fields ?? {}).toSorted()).toEqual(['colour', 'logo']);
    expect(refused.fields?.logo).toBe(
      'This is a damaged PNG file: its header cannot be read. Save the picture again.',
    );
  });

  test('is encoded when a content folder is loaded, or rejected with its file and line number', async () => {
    const folder = copySampleContent();
    const file = join(folder, 'developers.yaml');
    const entry = (photo: Buffer) =>
      `- { name: N, role: R, bio: B, year: '2027', photo: '${toDataUrl(photo)}' }\n`;
    writeFileSync(file, entry(samplePng));
    const { developers } = await loadContentAndPictures(folder, 'Asia/Karachi');
    expect(developers[0]?.photo).toMatch(/^data:image\/jpeg;base64,/);
    writeFileSync(file, entry(samplePng) + entry(pngSignature));
    await expect(loadContentAndPictures(folder, 'Asia/Karachi')).rejects.toThrow(
      /developers\.yaml:2 1\.photo: is a damaged PNG file/,
    );
  });
});

describe("a developer's photo in the settings", () => {
  test('is encoded once as a JPEG with a white background, while a URL is stored unchanged', async ({
    portal,
  }) => {
    const transparent = toDataUrl(await createPlainPicture(900, 300).png().toBuffer());
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
      list[1] = entry('B', toDataUrl(sampleJpeg.subarray(0, -200), 'jpeg'));
    });
    const refused = await expectRefusal(portal, portal.admin, saveSetting, broken);
    expect(refused.fields).toEqual({
      '1.photo': 'This is a damaged or incomplete JPEG file. Save the picture again.',
    });
  });
});

const printedLogos: [string, string][] = [
  ['a PNG', toDataUrl(samplePng)],
  ['a PNG with transparency', toDataUrl(await createPlainPicture(40).png().toBuffer())],
  ['a WebP', toDataUrl(await createNoise(64).webp().toBuffer(), 'webp')],
  ['an SVG', toDataUrl(buildSvg(svgRectangle), 'svg+xml')],
];

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
