type LongPdf = {
  /** Text of each page. */
  pages: readonly string[];
  /** Bytes of the image on each page. 0 draws no image. */
  imageBytes?: number;
  /** Additional entries of the document's catalogue and of the first page. */
  catalogue?: string;
  firstPage?: string;
};

const fontNumber = 3;
const firstNodeNumber = 4;
const pagesPerNode = 20;

/** Builds a PDF with many pages in a tree of pages. The table of objects is at its end, as in the files of most programs. */
export function buildLongPdf(options: LongPdf): Buffer {
  const { pages, imageBytes = 0, catalogue = '', firstPage = '' } = options;
  const width = 400;
  const height = Math.floor(imageBytes / width);
  const perPage = height > 0 ? 3 : 2;
  const nodes = Math.ceil(pages.length / pagesPerNode);
  const numberOf = (page: number) => firstNodeNumber + nodes + page * perPage;
  const listNumbers = (count: number, toNumber: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => `${toNumber(index)} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`),
    Buffer.from(
      `<< /Type /Pages /Count ${pages.length} /Kids [${listNumbers(nodes, (node) => firstNodeNumber + node)}] >>`,
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  ];
  for (let node = 0; node < nodes; node += 1) {
    const first = node * pagesPerNode;
    const count = Math.min(pagesPerNode, pages.length - first);
    const kids = listNumbers(count, (index) => numberOf(first + index));
    objects.push(Buffer.from(`<< /Type /Pages /Parent 2 0 R /Count ${count} /Kids [${kids}] >>`));
  }
  const image = Buffer.alloc(width * height, 0xe0);
  for (const [page, text] of pages.entries()) {
    const number = numberOf(page);
    const drawing = height > 0 ? 'q 400 0 0 300 72 300 cm /Im1 Do Q ' : '';
    const content = `${drawing}BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
    const images = height > 0 ? `/XObject << /Im1 ${number + 2} 0 R >>` : '';
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent ${firstNodeNumber + Math.floor(page / pagesPerNode)} 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R /Resources << /Font << /F1 ${fontNumber} 0 R >> ${images} >> ${page === 0 ? firstPage : ''} >>`,
      ),
      toStream('', Buffer.from(content)),
    );
    if (height > 0) {
      const format = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
      objects.push(toStream(format, image));
    }
  }
  return layOut(objects);
}

const toStream = (entries: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);

function layOut(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let end = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]);
    offsets.push(end);
    parts.push(part);
    end += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  parts.push(
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}`),
    Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}
