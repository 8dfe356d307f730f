import { crc32 } from 'node:zlib';
import { Zip, ZipDeflate, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { wrapInCompoundFile } from './compound-file.ts';
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

export type FileVariant = { what: string; name: string; content: Buffer };

/** Returns valid files of every accepted type, in the variants that different programs produce. */
export async function makeFileVariants(): Promise<FileVariant[]> {
  return [
    { what: 'a PDF', name: 'a.pdf', content: buildPdf() },
    { what: 'a PDF of several pages', name: 'b.pdf', content: await writePdf() },
    { what: 'a PDF with a cross-reference stream', name: 'c.pdf', content: pdfWithStream() },
    { what: 'a PDF with an update', name: 'd.pdf', content: updatedPdf() },
    { what: 'a PDF with line breaks of Windows', name: 'e.pdf', content: windowsPdf() },
    { what: 'a PDF with bytes behind its end', name: 'f.pdf', content: padEnd(buildPdf(), 700) },
    { what: 'a PDF after 1,024 bytes', name: 'g.pdf', content: buildPdfWithPrefix(1024) },
    { what: 'a PDF that counts the bytes before it', name: 'h.pdf', content: countedPrefix() },
    ...(await makeRestrictedPdfs()),
    { what: 'a zip archive', name: 'a.zip', content: buildZip() },
    { what: 'a split zip archive of one part', name: 'g.zip', content: markedZip('PK\x07\x08') },
    { what: 'a zip archive that was not split', name: 'h.zip', content: markedZip('PK00') },
    { what: 'a zip archive with an uncounted marker', name: 'i.zip', content: uncountedMarker() },
    { what: 'a compressed zip archive', name: 'b.zip', content: deflatedZip() },
    {
      what: 'a zip archive with a comment',
      name: 'c.zip',
      content: buildZipWithComment('The code'),
    },
    { what: 'a zip archive that was streamed', name: 'd.zip', content: streamedZip() },
    { what: 'a zip archive with 64-bit sizes', name: 'e.zip', content: zip64() },
    {
      what: 'a zip archive with an archive in it',
      name: 'f.zip',
      content: buildZip({ 'a.zip': buildZip() }),
    },
    { what: 'a Word document', name: 'a.docx', content: buildDocx() },
    { what: 'a presentation', name: 'a.pptx', content: buildPptx() },
    { what: 'a workbook', name: 'a.xlsx', content: buildXlsx() },
    { what: 'an old Word file', name: 'a.doc', content: buildDoc() },
    { what: 'a PNG image', name: 'a.png', content: buildPng() },
    { what: 'an animated PNG image', name: 'b.png', content: animatedPng() },
    { what: 'a JPEG image', name: 'a.jpg', content: buildJpeg() },
    { what: 'a progressive JPEG image', name: 'b.jpeg', content: await progressiveJpeg() },
    { what: 'a JPEG image with a film', name: 'c.jpg', content: padEnd(buildJpeg(), 100_000) },
    { what: 'a RAR 5 archive', name: 'a.rar', content: buildRar() },
    { what: 'a RAR 5 archive with a file', name: 'b.rar', content: buildRar5() },
    { what: 'a RAR 4 archive', name: 'c.rar', content: buildRar4() },
    {
      what: 'a RAR 4 archive that may be split',
      name: 'd.rar',
      content: buildRar4({ flags: 0x0101 }),
    },
  ];
}

const padEnd = (content: Buffer, bytes: number) => Buffer.concat([content, Buffer.alloc(bytes)]);

/** Returns a PDF that is preceded by `bytes` bytes of text, as produced by some scanners and web servers. */
export function buildPdfWithPrefix(bytes: number): Buffer {
  const line = 'HTTP/1.1 200 OK\r\nX-Scanner: office\r\n';
  return Buffer.concat([Buffer.from(line.repeat(bytes).slice(0, bytes)), buildPdf()]);
}

function countedPrefix(): Buffer {
  const text = buildPdfWithPrefix(100).toString('latin1');
  const counted = text.replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) + 100}`);
  return Buffer.from(counted, 'latin1');
}

const pdfVersions = ['1.3', '1.4', '1.6', '1.7ext3'] as const;

/** Builds PDFs with an owner password only: anyone can open them, but only the owner can change them. */
const makeRestrictedPdfs = () =>
  Promise.all(
    pdfVersions.map(async (pdfVersion) => ({
      what: `a PDF ${pdfVersion} with an owner's password`,
      name: `${pdfVersion}.pdf`,
      content: await writePdf({ pdfVersion, ownerPassword: 'owner', permissions: {} }),
    })),
  );

export async function makeProtectedFiles(): Promise<FileVariant[]> {
  const pdfs = pdfVersions.map(async (pdfVersion) => ({
    what: `a PDF ${pdfVersion}`,
    name: `${pdfVersion}.pdf`,
    content: await writePdf({ pdfVersion, userPassword: 'user', ownerPassword: 'owner' }),
  }));
  return [
    ...(await Promise.all(pdfs)),
    { what: 'a zip archive', name: 'a.zip', content: protectedZip() },
    { what: 'a Word document', name: 'a.docx', content: buildCompoundFile('EncryptedPackage') },
    {
      what: 'a Word document named .doc',
      name: 'a.doc',
      content: buildCompoundFile('EncryptedPackage'),
    },
    { what: 'an old Word file', name: 'a.doc', content: buildCompoundFile('WordDocument', 0x0100) },
    { what: 'a RAR 5 archive', name: 'a.rar', content: buildRar5({ extra: [2, 1, 0] }) },
    { what: 'a RAR 5 archive with hidden names', name: 'b.rar', content: hiddenRar5() },
    { what: 'a RAR 4 archive', name: 'c.rar', content: buildRar4({ fileFlags: 0x0004 }) },
    {
      what: 'a RAR 4 archive with hidden names',
      name: 'd.rar',
      content: buildRar4({ flags: 0x0080 }),
    },
  ];
}

/** Builds a compound file with one stream called `name`. `flags` is the value of the flags field in a Word document. */
export function buildCompoundFile(name: string, flags = 0): Buffer {
  const stream = Buffer.alloc(4096);
  stream.writeUInt16LE(flags, 10);
  return wrapInCompoundFile(name, stream);
}

function protectedZip(): Buffer {
  const content = buildZip();
  for (const at of [6, content.indexOf('PK\x01\x02') + 8]) content.writeUInt16LE(1, at);
  return content;
}

const hiddenRar5 = () =>
  Buffer.concat([rar5Signature, writeRar5Block([4, 0, 0, 0, 15]), Buffer.alloc(99)]);

async function writePdf(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument(options);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => document.once('end', resolve));
  for (let page = 0; page < 3; page += 1) document.text('Text. '.repeat(500)).addPage();
  document.end();
  await end;
  return Buffer.concat(chunks);
}

function windowsPdf(): Buffer {
  const text = buildPdf({ bytes: 3000 }).toString('latin1');
  return Buffer.from(
    text.replace(/startxref\n(\d+)\n%%EOF\n/, 'startxref\r\n$1\r\n%%EOF\r\n'),
    'latin1',
  );
}

/** Builds a PDF with a cross-reference stream instead of a cross-reference table and a trailer (PDF 1.5). */
function pdfWithStream(): Buffer {
  const text = buildPdf().toString('latin1');
  const start = text.lastIndexOf('xref\n0');
  const rows = [...text.matchAll(/^(\d+) 0 obj/gm)].map(({ index }) => {
    const row = Buffer.alloc(4, 0);
    row.writeUInt8(1, 0);
    row.writeUInt16BE(index, 1);
    return row;
  });
  const data = Buffer.concat([Buffer.alloc(4), ...rows]);
  const size = rows.length + 1;
  const dictionary = `<< /Type /XRef /Size ${size} /W [1 2 1] /Root 1 0 R /Length ${data.length} >>`;
  return Buffer.concat([
    Buffer.from(`${text.slice(0, start)}${size} 0 obj\n${dictionary}\nstream\n`, 'latin1'),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`, 'latin1'),
  ]);
}

/** Builds a PDF with an incremental update, as written by programs that add a signature or comments. */
function updatedPdf(): Buffer {
  const before = buildPdf();
  const previous = Number(/startxref\n(\d+)/.exec(before.toString('latin1'))?.[1]);
  const object = '7 0 obj\n<< /Title (Signed) >>\nendobj\n';
  const row = `${String(before.length).padStart(10, '0')} 00000 n \n`;
  const table = `xref\n7 1\n${row}trailer\n<< /Size 8 /Root 1 0 R /Info 7 0 R /Prev ${previous} >>\n`;
  const start = before.length + object.length;
  return Buffer.concat([before, Buffer.from(`${object}${table}startxref\n${start}\n%%EOF\n`)]);
}

const files = {
  'src/main.ts': Buffer.from('main();\n'.repeat(500)),
  'readme.md': Buffer.from('#'),
};

const deflatedZip = () => Buffer.from(zipSync(files));

function buildZipWithComment(comment: string): Buffer {
  const content = Buffer.concat([buildZip(), Buffer.from(comment)]);
  content.writeUInt16LE(comment.length, content.length - comment.length - 2);
  return content;
}

function uncountedMarker(marker = 'PK00'): Buffer {
  return Buffer.concat([Buffer.from(marker, 'latin1'), buildZip()]);
}

function markedZip(marker: string): Buffer {
  const content = uncountedMarker(marker);
  for (const at of [content.indexOf('PK\x01\x02') + 42, content.length - 6]) {
    content.writeUInt32LE(content.readUInt32LE(at) + 4, at);
  }
  return content;
}

/** Builds an animated PNG, in which a control chunk precedes the pixels of each frame. */
function animatedPng(): Buffer {
  const image = buildPng();
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const control = chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]));
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(8, 4);
  frame.writeUInt32BE(8, 8);
  const pixels = image.indexOf('IDAT') - 4;
  const parts = [image.subarray(0, pixels), control, chunk('fcTL', frame), image.subarray(pixels)];
  return Buffer.concat(parts);
}

/** Builds a streamed zip archive, in which the sizes of each file follow its content. */
function streamedZip(): Buffer {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((_error, chunk) => chunks.push(chunk));
  for (const [name, content] of Object.entries(files)) {
    const entry = new ZipDeflate(name);
    archive.add(entry);
    entry.push(content, true);
  }
  archive.end();
  return Buffer.concat(chunks);
}

function zip64(): Buffer {
  const content = buildZip();
  const end = content.length - 22;
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(1n, 24);
  record.writeBigUInt64LE(1n, 32);
  record.writeBigUInt64LE(BigInt(content.readUInt32LE(end + 12)), 40);
  record.writeBigUInt64LE(BigInt(content.readUInt32LE(end + 16)), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07');
  locator.writeBigUInt64LE(BigInt(end), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(content.subarray(end));
  last.fill(0xff, 8, 20);
  return Buffer.concat([content.subarray(0, end), record, locator, last]);
}

/** Builds a progressive JPEG with an embedded preview, which has its own end marker. */
async function progressiveJpeg(): Promise<Buffer> {
  const create = { width: 300, height: 200, channels: 3 as const, background: '#205a80' };
  const image = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
  const preview = buildJpeg();
  const segment = Buffer.from([0xff, 0xe1, 0, 0]);
  segment.writeUInt16BE(2 + preview.length, 2);
  return Buffer.concat([image.subarray(0, 2), segment, preview, image.subarray(2)]);
}

/** Builds a RAR 5 block. The first of its `fields` is the block type. */
function writeRar5Block(fields: readonly number[], data: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.from([fields.length, ...fields]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(body));
  return Buffer.concat([sum, body, data]);
}

const rar5Signature = Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1');

type Rar5 = { volume?: number; isLast?: boolean; extra?: readonly number[] };

/** Builds a RAR 5 archive with one uncompressed file. `extra` is the extra area of the file's header. */
export function buildRar5({ volume, isLast = true, extra = [] }: Rar5 = {}): Buffer {
  const data = Buffer.from('main();\n');
  const name = Buffer.from('main.ts');
  const flags = extra.length > 0 ? [3, extra.length] : [2];
  const place = [...flags, data.length, 0, data.length];
  const file = [2, ...place, 0, 0, 1, name.length, ...name, ...extra];
  return Buffer.concat([
    rar5Signature,
    writeRar5Block(volume === undefined ? [1, 0, isLast ? 0 : 1] : [1, 0, 3, volume]),
    writeRar5Block(file, data),
    writeRar5Block([5, 0, isLast ? 0 : 1]),
  ]);
}

function writeRar4Block(
  type: number,
  flags: number,
  fields: Buffer,
  data = Buffer.alloc(0),
): Buffer {
  const block = Buffer.alloc(7);
  block.writeUInt8(type, 2);
  block.writeUInt16LE(flags, 3);
  block.writeUInt16LE(7 + fields.length, 5);
  const sum = crc32(Buffer.concat([block.subarray(2), fields])) & 0xffff;
  block.writeUInt16LE(sum, 0);
  return Buffer.concat([block, fields, data]);
}

export function buildRar4({ flags = 0, fileFlags = 0, isLast = true } = {}): Buffer {
  const data = Buffer.from('main();\n');
  const name = Buffer.from('main.ts');
  const fields = Buffer.alloc(25);
  fields.writeUInt32LE(data.length, 0);
  fields.writeUInt32LE(data.length, 4);
  fields.writeUInt16LE(name.length, 19);
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x00', 'latin1'),
    writeRar4Block(0x73, flags, Buffer.alloc(6)),
    writeRar4Block(0x74, 0x8000 | fileFlags, Buffer.concat([fields, name]), data),
    writeRar4Block(0x7b, isLast ? 0x4000 : 0x4001, Buffer.alloc(0)),
  ]);
}
