import { fileTypeFromBuffer } from 'file-type';
import { expect, test } from 'vitest';
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
} from './sample-files.ts';
import { buildMp4 } from './sample-video.ts';

const office = 'application/vnd.openxmlformats-officedocument';

test.each([
  ['a PDF', buildPdf(), 'application/pdf'],
  ['a PDF of 200 kB', buildPdf({ bytes: 200_000 }), 'application/pdf'],
  ['a zip archive', buildZip(), 'application/zip'],
  ['a Word document', buildDocx(), `${office}.wordprocessingml.document`],
  ['a presentation', buildPptx(), `${office}.presentationml.presentation`],
  ['a workbook', buildXlsx(), `${office}.spreadsheetml.sheet`],
  ['a video', buildMp4(), 'video/mp4'],
  ['an old Word file', buildDoc(), 'application/x-cfb'],
  ['a JPEG image', buildJpeg(), 'image/jpeg'],
  ['a PNG image', buildPng(), 'image/png'],
  ['a RAR archive', buildRar(), 'application/x-rar-compressed'],
])('%s is detected by its content', async (_what, content, mime) => {
  expect((await fileTypeFromBuffer(content))?.mime).toBe(mime);
});

test.each([undefined, 800, 1000, 1_000_000])(
  'buildPdf writes a valid cross-reference table if the requested size is %s bytes',
  (bytes) => {
    const content = buildPdf({ title: 'Thesis (final) \\ é', bytes });
    const text = content.toString('latin1');
    const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(table)).toMatch(/^xref/);
    const offsets = [...text.slice(table).matchAll(/(\d{10}) 00000 n/g)].map(([, at]) =>
      Number(at),
    );
    expect(offsets).toHaveLength(7);
    for (const [index, offset] of offsets.entries()) {
      expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`));
    }
  },
);

test('buildPdf returns a file of exactly the requested size, or rejects a size that is too small', () => {
  expect(buildPdf({ bytes: 54_321 })).toHaveLength(54_321);
  expect(() => buildPdf({ bytes: 100 })).toThrow(RangeError);
});
