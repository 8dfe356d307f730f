import { crc32 } from 'node:zlib';
import { Zip, ZipDeflate, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
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
    { what: 'a PDF with bytes behind its end', name: 'f.pdf', content: padEnd(buildPdf(), 700) },
    { what: 'a PDF after 1,024 bytes', name: 'g.pdf', content: buildPdfWithPrefix(1024) },
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
    { what: 'a JPEG image with a film', name: 'c.jpg', content: jpegWithFilm() },
    { what: 'a RAR archive', name: 'a.rar', content: buildRar() },
  ];
}

const padEnd = (content: Buffer, bytes: number) => Buffer.concat([content, Buffer.alloc(bytes)]);

/** Returns a PDF that is preceded by `bytes` bytes of text, as produced by some scanners and web servers. */
export function buildPdfWithPrefix(bytes: number): Buffer {
  const line = 'HTTP/1.1 200 OK\r\nX-Scanner: office\r\n';
  return Buffer.concat([Buffer.from(line.repeat(bytes).slice(0, bytes)), buildPdf()]);
}

export function makeProtectedFiles(): FileVariant[] {
  return [
    { what: 'a zip archive', name: 'a.zip', content: protectedZip() },
    { what: 'a Word document', name: 'a.docx', content: buildCompoundFile('EncryptedPackage') },
    {
      what: 'a Word document named .doc',
      name: 'a.doc',
      content: buildCompoundFile('EncryptedPackage'),
    },
    { what: 'an old Word file', name: 'a.doc', content: buildCompoundFile('WordDocument', 0x0100) },
    { what: 'a RAR 5 archive', name: 'b.rar', content: rarWith('Rar!\x1a\x07\x01\0', 13, 4) },
    { what: 'a RAR 4 archive', name: 'd.rar', content: rarWith('Rar!\x1a\x07\0', 10, 0x80) },
  ];
}

/** Builds the start of a RAR archive whose header says that the names of its files are encrypted. */
function rarWith(signature: string, offset: number, flag: number): Buffer {
  const content = padEnd(Buffer.from(signature, 'latin1'), 99);
  content.writeUInt8(flag, offset);
  return content;
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

export async function writePdf(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument(options);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => document.once('end', resolve));
  for (let page = 0; page < 3; page += 1) document.text('Text. '.repeat(500)).addPage();
  document.end();
  await end;
  return Buffer.concat(chunks);
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

const jpegWithFilm = () =>
  padEnd(Buffer.concat([buildJpeg(), Buffer.from('MotionPhoto_Data')]), 100_000);
