import { createCipheriv } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { getFileExtension } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import { fileTypeKeys, fileTypes } from '#contract/rules/file-types.ts';
import {
  buildCompoundFile,
  buildPdfWithPrefix,
  buildRar4,
  buildRar5,
  makeFileVariants,
  makeProtectedFiles,
} from '#tools/test/files/file-variants.ts';
import {
  buildDoc,
  buildDocx,
  buildJpeg,
  buildPdf,
  buildPng,
  buildRar,
  buildZip,
} from '#tools/test/files/sample-files.ts';
import { computePdfRevision6Hash } from './pdf-password.ts';
import { inspectContent } from './require-kind.ts';

const variants = await makeFileVariants();
const protectedFiles = await makeProtectedFiles();

function rulesFor(name: string) {
  const extension = getFileExtension(name);
  const type = fileTypeKeys.find((key) => fileTypes[key].extensions.some((e) => e === extension));
  if (!type) throw new Error(`No type has the extension of ${name}.`);
  return { label: 'The file', extensions: fileTypes[type].extensions };
}

async function checkContent(name: string, content: Buffer, onRead = (_bytes: number) => {}) {
  const open = ({ start = 0, end = content.length - 1 } = {}) => {
    const bytes = content.subarray(start, end + 1);
    onRead(bytes.length);
    return Readable.from([bytes]);
  };
  try {
    const stored = { size: content.length, open };
    const { mediaType, warning } = await inspectContent(rulesFor(name), name, stored);
    return warning ?? mediaType;
  } catch (error) {
    if (error instanceof Problem && error.code === 'wrong-kind-of-file') return error.message;
    throw error;
  }
}

const incomplete = 'This file seems incomplete.';

const startOf = (content: Buffer) => Math.max(0, content.indexOf('%PDF-'));

describe('the content check of an uploaded file', () => {
  test.for(variants)('accepts $what', async ({ name, content }) => {
    expect(await checkContent(name, content)).toMatch(/^(application|image)\//);
  });

  test.for(variants)(
    'doubts $what if its second half is missing',
    async ({ what, name, content }) => {
      const end = /behind|film/.test(what) ? 400 : content.length;
      const start = startOf(content);
      const message = await checkContent(
        name,
        content.subarray(0, start + Math.floor((end - start) / 2)),
      );
      expect(message).toContain(/a split zip/.test(what) ? 'one part of an archive' : incomplete);
    },
  );

  /** Number of bytes at the end, such as a comment, that can be cut off without making the file invalid. */
  function spare(what: string, content: Buffer): number {
    if (/film/.test(what)) return 100_000;
    if (/behind/.test(what)) return 701;
    if (/with a comment/.test(what)) return 'The code'.length;
    return content.at(-1) === 10 ? 2 : 0;
  }

  test.for(variants)(
    'doubts or rejects $what if truncated at any point',
    async ({ what, name, content }) => {
      const needed = content.length - spare(what, content);
      const firstRevision = /update/.test(what) ? buildPdf().length : Number.POSITIVE_INFINITY;
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: needed - 1 }), async (length) => {
          const message = await checkContent(name, content.subarray(0, length));
          const isWhole = /^\w+\/\S+$/.test(message);
          // A PDF truncated after its first revision is valid: it equals the file before the incremental update.
          if (isWhole) expect(Math.abs(length - firstRevision)).toBeLessThan(8);
          else if (length > startOf(content) + 20 && !/a split zip/.test(what)) {
            expect(message).toContain(incomplete);
          }
        }),
        { numRuns: 200 },
      );
    },
  );

  test.for([
    ['a lone PDF header', 'a.pdf', Buffer.from('%PDF-1.4')],
    [
      'a PDF whose end marker refers to a missing table',
      'a.pdf',
      Buffer.from('%PDF-1.4\nstartxref\n900\n%%EOF\n'),
    ],
    ['a linearized PDF that is shorter than it declares', 'a.pdf', linearized(5000)],
    ['a linearized PDF that contains only its first page', 'a.pdf', linearized(0)],
    ['a zip header', 'a.zip', Buffer.from('PK\x03\x04')],
    ['a RAR signature', 'a.rar', buildRar().subarray(0, 8)],
    ['a compound file’s header', 'a.doc', buildDoc().subarray(0, 512)],
    ['a PNG header', 'a.png', buildPng().subarray(0, 33)],
    ['a JPEG header', 'a.jpg', buildJpeg().subarray(0, 20)],
  ] as const)('doubts %s as incomplete', async ([, name, content]) => {
    expect(await checkContent(name, content)).toContain(incomplete);
  });

  test.for([
    ['a PDF with a wrong table offset', 'a.pdf', misplacedTable()],
    ['a zip archive whose entry would end beyond the file', 'a.zip', zipWithEntryAt(20, 5000)],
    ['a zip archive with a wrong directory offset', 'a.zip', zipWithEntryAt(0, 0)],
  ] as const)('doubts %s as incomplete, too', async ([, name, content]) => {
    expect(await checkContent(name, content)).toContain(incomplete);
  });

  test.for([
    ['the second volume of RAR 5', 'code.part02.rar', buildRar5({ volume: 1 })],
    ['the first volume of RAR 5', 'code.part01.rar', buildRar5({ isLast: false })],
    ['the second volume of RAR 4', 'code.r00.rar', buildRar4({ flags: 0x0001 })],
    ['the first volume of RAR 4', 'code.part1.rar', buildRar4({ flags: 0x0101, isLast: false })],
    ['the last part of a zip archive', 'code.zip', lastPartOfZip()],
  ] as const)('doubts %s as one part of a multi-part archive', async ([, name, content]) => {
    expect(await checkContent(name, content)).toContain(
      'is one part of an archive in several parts',
    );
  });

  test.for(protectedFiles)(
    'doubts $what that is protected by a password',
    async ({ name, content }) => {
      expect(await checkContent(name, content)).toContain('This file needs a password');
    },
  );

  test('identifies the same PDFs as password-protected as a PDF library does', async () => {
    const files = [...variants, ...protectedFiles].filter(({ name }) => name.endsWith('.pdf'));
    for (const { what, name, content } of [
      ...files,
      revision6('R6', ''),
      revision6('R6 with password', 'x'),
    ]) {
      const opened = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 }).catch(
        ({ name }) => name,
      );
      const isProtected = (await checkContent(name, content)).includes('needs a password');
      expect([what, isProtected]).toEqual([what, opened === 'PasswordException']);
    }
  });

  test('accepts a PDF with at most 1,024 other bytes before its header', async () => {
    const bytes = fc.integer({ min: 0, max: 1024 });
    await fc.assert(
      fc.asyncProperty(bytes, async (count) => {
        expect(await checkContent('a.pdf', buildPdfWithPrefix(count))).toBe('application/pdf');
      }),
    );
  });

  test.for([1025, 5000])(
    'rejects a PDF with %i other bytes before its header, with an error that mentions the other content',
    async (count) => {
      expect(await checkContent('a.pdf', buildPdfWithPrefix(count))).toContain(
        '“a.pdf” has other content before the PDF begins. Open it in a PDF reader, save it as PDF and upload that file.',
      );
    },
  );

  test.for(['Workbook', 'Book', 'PowerPoint Document'])(
    'rejects a .doc file that contains the stream “%s” instead of a Word document',
    async (stream) => {
      const content = buildCompoundFile(stream);
      expect(await checkContent('a.doc', content)).toContain(
        'is named .doc but its content is not',
      );
    },
  );

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
  });

  test.for(['../a.c', '/a.c', 'code\\a.c', 'C:a.c', 'a\0b.c', ' '])(
    'accepts an archive with a file named “%s”',
    async (path) => {
      expect(await checkContent('a.zip', buildZip({ [path]: 'x' }))).toBe('application/zip');
    },
  );

  test('doubts an archive without files', async () => {
    expect(await checkContent('a.zip', buildZip({}))).toContain('contains no files.');
  });

  test.for([
    ['a.pdf', buildPdf({ bytes: 5_000_000 })],
    ['a.zip', buildZip({ 'large.bin': Buffer.alloc(5_000_000) })],
    ['a.docx', buildDocx({ text: 'x'.repeat(60_000) })],
    [
      'a.rar',
      Buffer.concat([
        buildRar5().subarray(0, -8),
        Buffer.alloc(5_000_000),
        buildRar5().subarray(-8),
      ]),
    ],
    [
      'a.png',
      Buffer.concat([
        buildPng().subarray(0, -12),
        Buffer.alloc(5_000_000),
        buildPng().subarray(-12),
      ]),
    ],
  ] as const)('reads only the start and the end of %s', async ([name, content]) => {
    let total = 0;
    await checkContent(name, content, (bytes) => {
      total += bytes;
    });
    expect(total).toBeLessThan(400_000);
  });

  test('never throws an unexpected error for random bytes after a file signature', async () => {
    const starts = variants.map(({ name, content }) => ({ name, start: content.subarray(0, 64) }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...starts),
        fc.uint8Array({ maxLength: 2000 }),
        async ({ name, start }, bytes) => {
          expect(await checkContent(name, Buffer.concat([start, bytes]))).toBeTypeOf('string');
        },
      ),
      { numRuns: 500 },
    );
  });

  test('never throws an unexpected error if a few bytes of a valid file change', async () => {
    const change = fc.tuple(
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.integer({ max: 255, min: 0 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...variants),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async ({ name, content }, changes) => {
          const bytes = Buffer.from(content);
          for (const [place, value] of changes) bytes[Math.floor(place * bytes.length)] = value;
          expect(await checkContent(name, bytes)).toBeTypeOf('string');
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Returns an encrypted PDF 2.0. A non-empty `change` alters its password hash, so that it needs a password to open. */
function revision6(what: string, change: string) {
  const before = buildPdf().toString('latin1');
  const [check, key] = [Buffer.from('12345678'), Buffer.from('abcdefgh')];
  const hash = computePdfRevision6Hash(Buffer.concat([check, Buffer.from(change)]));
  const cipher = createCipheriv('aes-256-cbc', computePdfRevision6Hash(key), Buffer.alloc(16));
  const fileKey = cipher.setAutoPadding(false).update(Buffer.alloc(32, 7));
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  const zeros = (bytes: number) => hex(Buffer.alloc(bytes));
  const filters = '/V 5 /Length 256 /CF << /StdCF << /CFM /AESV3 >> >> /StmF /StdCF /StrF /StdCF';
  const entries = `/U ${hex(Buffer.concat([hash, check, key]))} /UE ${hex(fileKey)} /O ${zeros(48)}`;
  const keys = `${entries} /OE ${zeros(32)} /Perms ${zeros(16)} /P -4`;
  const object = `8 0 obj\n<< /Filter /Standard ${filters} /R 6 ${keys} >>\nendobj\n`;
  const row = `${String(before.length).padStart(10, '0')} 00000 n \n`;
  const previous = /startxref\n(\d+)/.exec(before)?.[1];
  const trailer = `<< /Size 9 /Root 1 0 R /Prev ${previous} /Encrypt 8 0 R /ID [<00> <00>] >>`;
  const start = before.length + object.length;
  const end = `xref\n8 1\n${row}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`;
  return { what, name: 'a.pdf', content: Buffer.from(before + object + end, 'latin1') };
}

function linearized(length: number): Buffer {
  const text = buildPdf().toString('latin1');
  const dictionary = `%PDF-1.4\n9 0 obj\n<< /Linearized 1 ${length ? `/L ${length} ` : ''}/N 1 >>\nendobj\n`;
  const end = length
    ? text.slice(9)
    : `${text.slice(9, text.lastIndexOf('startxref'))}startxref\n0\n%%EOF\n`;
  return Buffer.from(dictionary + end, 'latin1');
}

function misplacedTable(): Buffer {
  const text = buildPdf({ bytes: 9000 }).toString('latin1');
  return Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n3000'), 'latin1');
}

function zipWithEntryAt(field: number, value: number): Buffer {
  const content = buildZip();
  content.writeUInt32LE(value, content.indexOf('PK\x01\x02') + field);
  return content;
}

function lastPartOfZip(): Buffer {
  const content = buildZip();
  content.writeUInt16LE(2, content.length - 18);
  content.writeUInt16LE(2, content.length - 16);
  return content;
}
