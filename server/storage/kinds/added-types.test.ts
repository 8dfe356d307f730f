import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { type FileType, fileTypeKeys, fileTypes } from '#contract/rules/file-types.ts';
import { createTextColumn } from '#server/http/sheets/sheet.ts';
import { writeXlsx } from '#server/http/sheets/xlsx.ts';
import {
  buildDoc,
  buildDocx,
  buildJpeg,
  buildPdf,
  buildPng,
  buildPptx,
  buildRar,
  buildXlsx,
  buildZip,
} from '#tools/test/files/sample-files.ts';
import { buildMp4 } from '#tools/test/files/sample-video.ts';
import { inspectContent } from './require-kind.ts';

/** Returns the media type of a file with this extension, or the reason why its content is rejected. */
async function check(extension: string, content: Buffer): Promise<string> {
  const open = ({ start = 0, end = content.length - 1 } = {}) =>
    Readable.from([content.subarray(start, end + 1)]);
  const rules = { label: 'Poster', extensions: [extension] };
  try {
    const stored = { size: content.length, open };
    const { mediaType, warning } = await inspectContent(rules, `a.${extension}`, stored);
    return warning ?? mediaType;
  } catch (error) {
    if (error instanceof Problem && error.code === 'wrong-kind-of-file') return error.message;
    throw error;
  }
}

const renamed = (extension: string) => `is named .${extension} but its content is not`;

const samples: Record<FileType, Buffer> = {
  pdf: buildPdf(),
  doc: buildDoc(),
  docx: buildDocx(),
  pptx: buildPptx(),
  xlsx: buildXlsx(),
  txt: Buffer.from('Circuit of the amplifier, 5 µF.\r\n\tMeasured twice.\n'),
  jpg: buildJpeg(),
  png: buildPng(),
  mp4: buildMp4(),
  zip: buildZip(),
  rar: buildRar(),
};
/** An Office file is a zip archive, so it is accepted as one. Word opens its formats whatever their extension. */
const isAlso = (type: FileType, as: FileType) =>
  (as === 'zip' && ['docx', 'pptx', 'xlsx'].includes(type)) ||
  [type, as].toSorted().join() === 'doc,docx';

describe('the content check', () => {
  test.for(fileTypeKeys.flatMap((as) => fileTypeKeys.map((type) => [type, as] as const)))(
    'decides by content whether a %s file may be named as %s',
    async ([type, as]) => {
      for (const extension of fileTypes[as].extensions) {
        const result = await check(extension, samples[type]);
        if (type === as || isAlso(type, as)) expect(result).not.toContain(renamed(extension));
        else expect(result).toContain(renamed(extension));
      }
    },
  );

  test('accepts a workbook that the portal exports', async () => {
    const sheet = {
      name: 'Groups',
      columns: [createTextColumn<string>('Name', String)],
      portions: [['A']],
      timeZone: 'UTC',
    };
    const at = new Date('2027-01-15T10:00:00.000Z');
    const content = Buffer.concat(await Array.fromAsync(writeXlsx(sheet, at)));
    expect(await check('xlsx', content)).toContain('spreadsheetml.sheet');
  });
});

describe('the content check of a text file', () => {
  test.for([
    ['a byte order mark', Buffer.from('\ufeffText')],
    ['a character at the boundary of two chunks', Buffer.from(`${'x'.repeat(65_535)}µ and more`)],
    ['text in Urdu', Buffer.from('رپورٹ کا مسودہ\n')],
  ] as const)('accepts %s', async ([, content]) => {
    expect(await check('txt', content)).toBe('text/plain; charset=utf-8');
  });

  test.for([
    ['UTF-16', Buffer.from('\ufeffText', 'utf16le')],
    [
      'a byte that is not UTF-8 after 200,000 others',
      Buffer.from(`${'x'.repeat(200_000)}\xff`, 'latin1'),
    ],
    ['a null character at its end', Buffer.from(`${'x'.repeat(200_000)}\0`)],
    ['an incomplete character at its end', Buffer.from('5 µ').subarray(0, -1)],
    ['PostScript', Buffer.from('%!PS-Adobe-3.0\n')],
    ['rich text', Buffer.from('{\\rtf1 Text}')],
  ] as const)('rejects %s', async ([, content]) => {
    expect(await check('txt', content)).toContain(renamed('txt'));
  });
});

/** Builds a box of an MP4 file. */
function box(type: string, content: Buffer, size = content.length + 8): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(size, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}
const brand = (name: string) => box('ftyp', Buffer.from(`${name}\0\0\0\0`, 'latin1'));
const wide = (type: string, bytes: number) => {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(bytes + 16));
  return box(type, Buffer.concat([size, Buffer.alloc(bytes)]), 1);
};
const data = box('mdat', Buffer.alloc(1000, 7));
const index = box('moov', Buffer.alloc(50, 1));

describe('the content check of a video', () => {
  test.for([
    ['the index at its end', [brand('isom'), data, index]],
    ['a 64-bit size', [brand('mp42'), wide('mdat', 500), index]],
    ['a last box of no declared size', [brand('isom'), index, box('mdat', Buffer.alloc(99), 0)]],
    ['zeros after its last box', [brand('isom'), index, data, Buffer.alloc(100)]],
  ] as const)('accepts %s', async ([, parts]) => {
    expect(await check('mp4', Buffer.concat(parts))).toBe('video/mp4');
  });

  test.for([
    ['no index, as after a crash of the recorder', [brand('isom'), data]],
    ['a box that ends beyond the file', [brand('isom'), index, data.subarray(0, -1)]],
    ['a box that is smaller than its header', [brand('isom'), index, box('mdat', data, 4)]],
    ['a 64-bit size beyond the file', [brand('isom'), index, wide('mdat', 9).subarray(0, -1)]],
    ['other bytes after its last box', [brand('isom'), index, Buffer.alloc(100, 255)]],
  ] as const)('doubts %s', async ([, parts]) => {
    expect(await check('mp4', Buffer.concat(parts))).toContain('seems incomplete');
  });

  test('doubts a recording that is cut off within its index', async () => {
    for (const length of [40, 300, 700])
      expect(await check('mp4', buildMp4().subarray(0, length))).toContain('seems incomplete');
  });

  test.for([['qt  '], ['M4A '], ['heic'], ['avif'], ['crx ']])(
    'rejects a file of the brand “%s”, which is no MP4 video',
    async ([name]) => {
      const content = Buffer.concat([brand(name ?? ''), index, data]);
      expect(await check('mp4', content)).toContain(renamed('mp4'));
    },
  );
});
