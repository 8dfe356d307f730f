import { setImmediate as nextTurn } from 'node:timers/promises';
import { convertLogoToPng } from '#server/content/pictures/read-logo.ts';
import type { RowBatches } from '#server/http/bodies/send-list.ts';
import type { Letterhead } from './draw-parts.ts';
import { PdfPage } from './page.ts';

/** How one document of a PDF, such as a result sheet, is drawn and named in the keywords of the PDF. */
export type Printer<Item> = {
  draw: (page: PdfPage, head: Letterhead, item: Item) => Generator<void>;
  getKeyword: (item: Item) => string;
};

export type PdfDescription = Omit<Letterhead, 'logo'> & {
  title: string;
  logo: string | undefined;
  isTagged: boolean;
};

/**
 * Streams all documents as one PDF, one at a time. The same documents always produce the same bytes. Awaits `nextSlice`
 * after each part of a document, because drawing is synchronous.
 */
export async function* streamPdf<Item>(
  { draw, getKeyword }: Printer<Item>,
  batches: RowBatches<Item>,
  { title, logo, isTagged, ...head }: PdfDescription,
  nextSlice: () => Promise<unknown> = nextTurn,
): AsyncGenerator<Buffer> {
  // Import pdfkit on first use, because it needs 9 MB of memory and 10% of the startup time.
  const { default: PDFDocument } = await import('pdfkit');
  const { printedAt, department, portalName } = head;
  const dates = { CreationDate: printedAt, ModDate: printedAt };
  const doc = new PDFDocument({
    pdfVersion: '1.7',
    lang: 'en-GB',
    tagged: isTagged,
    displayTitle: true,
    autoFirstPage: false,
    bufferPages: true,
    info: { Title: title, Author: department, Creator: portalName, ...dates },
  });
  const page = new PdfPage(doc, isTagged);
  await nextSlice();
  const letterhead = {
    ...head,
    logo: logo === undefined ? undefined : await openLogoOnce(doc, logo),
  };
  const keywords: string[] = [];
  const written = () => (doc.read() as Buffer | null) ?? Buffer.alloc(0);
  for await (const batch of batches) {
    for (const item of batch) {
      keywords.push(getKeyword(item));
      for (const _ of draw(page, letterhead, item)) await nextSlice();
      yield written();
    }
  }
  await nextSlice();
  doc.info.Keywords = keywords.join('; ');
  doc.end();
  for await (const piece of doc) yield piece as Buffer;
}

/** Returns the decoded logo. `openImage` is missing from the type definitions of pdfkit. */
async function openLogoOnce(doc: PDFKit.PDFDocument, logo: string): Promise<Letterhead['logo']> {
  const read = await convertLogoToPng(logo);
  if ('fault' in read) return 'unreadable';
  const opener = doc as unknown as { openImage(png: Buffer): PDFKit.Mixins.ImageSrc };
  return { image: opener.openImage(read.png) };
}
