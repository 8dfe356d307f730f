import { crc32, deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { wrapInCompoundFile } from './compound-file.ts';

/** Builds a one-page PDF that shows `title`, padded to exactly `bytes` bytes if specified. */
export function buildPdf({
  title = 'A sample',
  bytes,
}: {
  title?: string;
  bytes?: number;
} = {}): Buffer {
  const shortest = layOutPdf(title, 0);
  if (bytes === undefined) return shortest;
  if (bytes < shortest.length) throw new RangeError(`This PDF needs ${shortest.length} bytes`);
  return layOutPdf(title, bytes - shortest.length);
}

/** Pads a number to ten digits, so that its value does not change the length of the file. */
function padNumber(number: number): string {
  return String(number).padStart(10, '0');
}

function layOutPdf(title: string, padding: number): Buffer {
  const escapedTitle = title.replace(/[^ -~]/g, '?').replace(/[\\()]/g, '\\$&');
  const page = `BT /F1 24 Tf 72 720 Td (${escapedTitle}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${padNumber(padding)} >>\nstream\n${'x'.repeat(padding)}\nendstream`,
    `<< /Title (${escapedTitle}) >>`,
  ];
  const parts = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let end = parts.join('').length;
  for (const [index, object] of objects.entries()) {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    offsets.push(end);
    parts.push(part);
    end += part.length;
  }
  const table = offsets.map((offset) => `${padNumber(offset)} 00000 n \n`);
  const size = objects.length + 1;
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n`, ...table);
  parts.push(
    `trailer\n<< /Size ${size} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${padNumber(end)}\n%%EOF\n`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}

/** Builds an uncompressed zip archive. `entries` maps file names to contents; the default is a single text file. */
export function buildZip(
  entries: Record<string, string | Uint8Array> = { 'readme.txt': 'The code of the project.\n' },
): Buffer {
  const files = Object.entries(entries).map(([name, content]) => [name, Buffer.from(content)]);
  return Buffer.from(zipSync(Object.fromEntries(files), { level: 0, mtime: new Date(1980, 0, 1) }));
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org';

/** Builds an Office file with one part. `type` is the end of its media type. */
function buildOfficeFile(part: string, type: string, content: string): Buffer {
  const main = `application/vnd.openxmlformats-officedocument.${type}.main+xml`;
  return buildZip({
    '[Content_Types].xml': `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${part}" ContentType="${main}"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="${part}"/></Relationships>`,
    [part]: `${xml}${content}`,
  });
}

export function buildDocx({ text = 'A proposal' } = {}): Buffer {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return buildOfficeFile(
    'word/document.xml',
    'wordprocessingml.document',
    `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${escaped}</w:t></w:r></w:p></w:body></w:document>`,
  );
}

export const buildPptx = (): Buffer =>
  buildOfficeFile(
    'ppt/presentation.xml',
    'presentationml.presentation',
    `<p:presentation xmlns:p="${office}/presentationml/2006/main"/>`,
  );

export const buildXlsx = (): Buffer =>
  buildOfficeFile(
    'xl/workbook.xml',
    'spreadsheetml.sheet',
    `<workbook xmlns="${office}/spreadsheetml/2006/main"><sheets/></workbook>`,
  );

/** Builds a PNG image of one colour (`[red, green, blue]`, 0 to 255), by default 8 × 8 pixels. */
export function buildPng({ width = 8, height = 8, color = [32, 96, 160] } = {}): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8, colour type 2 (RGB).
  header.set([8, 2], 8);
  const row = Buffer.from([0, ...Array.from({ length: width }, () => color).flat()]);
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const jpegOfOneColor = [
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1td',
  'hbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk',
  'pKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEA',
  'AAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhED',
  'EQA/AIgDBH//2Q==',
];

export function buildJpeg(): Buffer {
  return Buffer.from(jpegOfOneColor.join(''), 'base64');
}

export function buildRar(): Buffer {
  const header = (...fields: number[]) => {
    const body = Buffer.from([fields.length, ...fields]);
    const check = Buffer.alloc(4);
    check.writeUInt32LE(crc32(body));
    return Buffer.concat([check, body]);
  };
  const signature = Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1');
  return Buffer.concat([signature, header(1, 0, 0), header(5, 0, 0)]);
}

export function buildDoc(): Buffer {
  return wrapInCompoundFile('WordDocument', Buffer.alloc(4096));
}
