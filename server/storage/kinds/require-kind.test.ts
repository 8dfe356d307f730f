import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getFileExtension } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import { type FileType, fileTypeKeys, fileTypes } from '#contract/rules/file-types.ts';
import {
  buildCompoundFile,
  buildPdfWithPrefix,
  makeFileVariants,
  makeProtectedFiles,
  writePdf,
} from '#tools/test/files/file-variants.ts';
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

const variants = await makeFileVariants();

/** Returns the warning or the media type of a file, or the reason why its content is rejected. */
async function checkContent(name: string, content: Buffer, onRead = (_bytes: number) => {}) {
  const open = ({ start = 0, end = content.length - 1 } = {}) => {
    const bytes = content.subarray(start, end + 1);
    onRead(bytes.length);
    return Readable.from([bytes]);
  };
  const rules = { label: 'The file', extensions: [getFileExtension(name)] };
  try {
    const stored = { size: content.length, open };
    const { mediaType, warning } = await inspectContent(rules, name, stored);
    return warning ?? mediaType;
  } catch (error) {
    if (error instanceof Problem && error.code === 'wrong-kind-of-file') return error.message;
    throw error;
  }
}

const incomplete = 'This file seems incomplete.';
const isMediaType = /^(application|image|text|video)\/\S+( charset=utf-8)?$/;
const otherKind = (name: string) =>
  `is named .${getFileExtension(name)} but its content is not. Save it again as `;

describe('the content check of an uploaded file', () => {
  const samples: Record<FileType, Buffer> = {
    pdf: buildPdf(),
    doc: buildDoc(),
    docx: buildDocx(),
    pptx: buildPptx(),
    xlsx: buildXlsx(),
    txt: Buffer.from('\ufeffCircuit of the amplifier, 5 µF.\r\n\tMeasured twice.\n'),
    jpg: buildJpeg(),
    png: buildPng(),
    mp4: buildMp4(),
    zip: buildZip(),
    rar: buildRar(),
  };
  /** An Office file is a zip archive. Word opens its formats whatever their extension. */
  const isAlso = (type: FileType, as: FileType) =>
    (as === 'zip' && ['docx', 'pptx', 'xlsx'].includes(type)) ||
    [type, as].toSorted().join() === 'doc,docx';

  test.for(fileTypeKeys)('decides by content which files may be named as %s', async (as) => {
    const name = `a.${fileTypes[as].extensions[0]}`;
    for (const type of fileTypeKeys) {
      const result = await checkContent(name, samples[type]);
      if (type === as) expect(result).toMatch(isMediaType);
      else if (isAlso(type, as)) expect(result).not.toContain(otherKind(name));
      else expect(result).toContain(otherKind(name));
    }
  });

  test.for(variants)('accepts $what', async ({ name, content }) => {
    expect(await checkContent(name, content)).toMatch(isMediaType);
  });

  test.for([
    ['a PDF', 'a.pdf', buildPdf({ bytes: 9000 })],
    ['a zip archive', 'a.zip', buildZip()],
    ['a Word document', 'a.docx', buildDocx()],
    ['an old Word file', 'a.doc', buildDoc().subarray(0, -1)],
    ['a PNG image', 'a.png', buildPng()],
    ['a JPEG image', 'a.jpg', buildJpeg()],
    ['a video', 'a.mp4', buildMp4()],
  ] as const)('doubts %s that is cut off', async ([, name, content]) => {
    const half = Math.floor(content.length / 2);
    for (const length of [half + 1, content.length - 5])
      expect(await checkContent(name, content.subarray(0, length))).toContain(incomplete);
  });

  test('doubts a linearized PDF that is shorter than it declares', async () => {
    const content = buildPdf().toString('latin1');
    const dictionary = '%PDF-1.4\n9 0 obj\n<< /Linearized 1 /L 5000 /N 1 >>\nendobj\n';
    const linearized = Buffer.from(dictionary + content.slice(9), 'latin1');
    expect(await checkContent('a.pdf', linearized)).toContain(incomplete);
  });

  test.for(makeProtectedFiles())(
    'doubts $what that is protected by a password',
    async ({ name, content }) => {
      expect(await checkContent(name, content)).toContain('This file needs a password');
    },
  );

  test.for(['1.4', '1.7ext3'] as const)('doubts an encrypted PDF %s', async (pdfVersion) => {
    const content = await writePdf({ pdfVersion, userPassword: 'user', ownerPassword: 'owner' });
    expect(await checkContent('a.pdf', content)).toContain('This PDF is encrypted.');
  });

  test('doubts one part of an archive in several parts', async () => {
    const message = 'is one part of an archive in several parts';
    expect(await checkContent('code.part02.rar', buildRar())).toContain(message);
    const zip = buildZip();
    zip.writeUInt16LE(2, zip.length - 18);
    zip.writeUInt16LE(2, zip.length - 16);
    expect(await checkContent('code.zip', zip)).toContain(message);
  });

  test.for([
    ['the old Word format with the extension .docx', 'a.docx', buildDoc()],
    ['the new Word format with the extension .doc', 'a.doc', buildDocx()],
    ['RTF with the extension .doc', 'a.doc', Buffer.from('{\\rtf1\\ansi A proposal.}')],
  ] as const)('doubts %s', async ([, name, content]) => {
    expect(await checkContent(name, content)).toContain('another format of Word');
  });

  test.for([
    ['folders', { 'code/': '', 'code/src/': '' }],
    ['what a system adds', { '__MACOSX/._main.c': 'x', 'code/.DS_Store': 'x', 'Thumbs.db': 'x' }],
    ['links', { 'thesis.gdoc': '{}', 'code.lnk': 'x', 'repository.url': '[InternetShortcut]' }],
  ] as const)('doubts an archive that contains only %s', async ([, entries]) => {
    expect(await checkContent('a.zip', buildZip(entries))).toContain('only folders, shortcuts');
    expect(await checkContent('a.zip', buildZip({ ...entries, 'main.c': 'x' }))).toContain('zip');
    expect(await checkContent('a.zip', buildZip({}))).toContain('contains no files.');
  });

  test.for(['Workbook', 'Book', 'PowerPoint Document'])(
    'rejects a .doc file that contains the stream “%s” instead of a Word document',
    async (stream) => {
      expect(await checkContent('a.doc', buildCompoundFile(stream))).toContain(otherKind('a.doc'));
    },
  );

  test('rejects a PDF with more than 1,024 other bytes before its header', async () => {
    expect(await checkContent('a.pdf', buildPdfWithPrefix(1025))).toContain(
      '“a.pdf” has other content before the PDF begins. Open it in a PDF reader, save it as PDF and upload that file.',
    );
  });

  test.for([
    ['UTF-16', Buffer.from('\ufeffText', 'utf16le')],
    ['no UTF-8 after 200,000 bytes', Buffer.from(`${'x'.repeat(200_000)}\xff`, 'latin1')],
    ['a null character at its end', Buffer.from(`${'x'.repeat(200_000)}\0`)],
    ['an incomplete character at its end', Buffer.from('5 µ').subarray(0, -1)],
    ['PostScript', Buffer.from('%!PS-Adobe-3.0\n')],
    ['rich text', Buffer.from('{\\rtf1 Text}')],
  ] as const)('rejects a text file with %s', async ([, content]) => {
    expect(await checkContent('a.txt', content)).toContain(otherKind('a.txt'));
  });

  test('accepts a text with a character at the boundary of two chunks', async () => {
    const content = Buffer.from(`${'x'.repeat(65_535)}µ and more`);
    expect(await checkContent('a.txt', content)).toMatch(isMediaType);
  });

  /** Builds a box of an MP4 file. */
  function box(type: string, content: Buffer, size = content.length + 8): Buffer {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(size, 0);
    header.write(type, 4, 'latin1');
    return Buffer.concat([header, content]);
  }
  const brand = (name: string) => box('ftyp', Buffer.from(`${name}\0\0\0\0`, 'latin1'));
  const data = box('mdat', Buffer.alloc(1000, 7));
  const index = box('moov', Buffer.alloc(50, 1));
  const wide = box('mdat', Buffer.from('0000000000000200'.padEnd(1008, '0'), 'hex'), 1);

  test.for([
    ['an index at its end', isMediaType, [brand('isom'), data, index]],
    ['a 64-bit size', isMediaType, [brand('mp42'), wide, index]],
    ['zeros at its end', isMediaType, [brand('isom'), index, data, Buffer.alloc(100)]],
    ['no index, as after a crash', /incomplete/, [brand('isom'), data]],
    ['a box smaller than its header', /incomplete/, [brand('isom'), index, box('mdat', data, 4)]],
    ['the brand of QuickTime', /its content is not/, [brand('qt  '), index, data]],
    ['the brand of audio', /its content is not/, [brand('M4A '), index, data]],
  ] as const)('checks a video with %s', async ([, expected, parts]) => {
    expect(await checkContent('a.mp4', Buffer.concat(parts))).toMatch(expected);
  });
});

describe('the content check of a hostile file', () => {
  const fill = (content: Buffer) =>
    Buffer.concat([content.subarray(0, -12), Buffer.alloc(5_000_000), content.subarray(-12)]);

  test.for([
    ['a.pdf', buildPdf({ bytes: 5_000_000 })],
    ['a.zip', buildZip({ 'large.bin': Buffer.alloc(5_000_000) })],
    ['a.doc', fill(buildDoc())],
    ['a.rar', fill(buildRar())],
    ['a.png', fill(buildPng())],
    ['a.jpg', fill(buildJpeg())],
  ] as const)('reads only the start and the end of %s', async ([name, content]) => {
    let total = 0;
    await checkContent(name, content, (bytes) => {
      total += bytes;
    });
    expect(total).toBeLessThan(400_000);
  });

  test('yields to other requests while checking an archive with many files', async () => {
    const manyFiles = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`${i}.c`, '']));
    let turns = 0;
    let isChecked = false;
    const take = () => {
      turns += 1;
      if (!isChecked) setImmediate(take);
    };
    setImmediate(take);
    const checked = checkContent('code.zip', buildZip(manyFiles));
    expect(await checked.finally(() => (isChecked = true))).toBe('application/zip');
    expect(turns).toBeGreaterThanOrEqual(80);
  });

  test.for(['../a.c', '/a.c', 'code\\a.c', 'C:a.c', 'a\0b.c', ' '])(
    'accepts an archive with a file named “%s”',
    async (path) => {
      expect(await checkContent('a.zip', buildZip({ [path]: 'x' }))).toBe('application/zip');
    },
  );

  test('never throws an unexpected error for random bytes or changes after a file signature', async () => {
    const change = fc.tuple(
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.integer({ max: 255, min: 0 }),
    );
    const changes = fc.array(change, { maxLength: 4 });
    const kept = fc.double({ min: 0.01, max: 1, noNaN: true });
    const file = fc.constantFrom(...variants, { name: 'a.mp4', content: buildMp4() });
    const check = async (
      { name, content }: { name: string; content: Buffer },
      share: number,
      edits: [number, number][],
      bytes: Uint8Array,
    ) => {
      const start = Buffer.from(content.subarray(0, Math.ceil(share * content.length)));
      for (const [place, value] of edits) start[Math.floor(place * start.length)] = value;
      expect(await checkContent(name, Buffer.concat([start, bytes]))).toBeTypeOf('string');
    };
    const property = fc.asyncProperty(file, kept, changes, fc.uint8Array(), check);
    await fc.assert(property, { numRuns: 500 });
  });
});
