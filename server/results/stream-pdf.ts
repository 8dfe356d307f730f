import { setImmediate as nextTurn } from 'node:timers/promises';
import { convertLogoToPng } from '#server/content/pictures/read-logo.ts';
import { drawResultSheet, type Letterhead } from './draw-sheet.ts';
import { PdfPage } from './page.ts';
import type { ResultSheet } from './result-sheet.ts';

type Described = Omit<Letterhead, 'logo'> & {
  title: string;
  logo: string | undefined;
  isTagged: boolean;
};

/** Streams all sheets as one PDF, one sheet at a time. The same sheets always produce the same bytes. */
export async function* streamPdf(
  sheets: AsyncIterable<readonly ResultSheet[]>,
  { title, logo, isTagged, ...head }: Described,
): AsyncGenerator<Buffer> {
  // Import pdfkit on first use, because it needs 9 MB of memory and 10% of the startup time.
  const { default: PDFDocument } = await import('pdfkit');
  const { printedAt, department } = head;
  const dates = { CreationDate: printedAt, ModDate: printedAt };
  const doc = new PDFDocument({
    pdfVersion: '1.7',
    lang: 'en-GB',
    tagged: isTagged,
    displayTitle: true,
    autoFirstPage: false,
    bufferPages: true,
    info: { Title: title, Author: department, Creator: 'Portal of final-year projects', ...dates },
  });
  const page = new PdfPage(doc, isTagged);
  const letterhead = {
    ...head,
    logo: logo === undefined ? undefined : await openLogoOnce(doc, logo),
  };
  const digests: string[] = [];
  const written = () => (doc.read() as Buffer | null) ?? Buffer.alloc(0);
  for await (const batch of sheets) {
    for (const sheet of batch) {
      digests.push(`${sheet.group.fypGroupName} sha256:${sheet.digest}`);
      drawResultSheet(page, letterhead, sheet);
      yield written();
      // Yield to the event loop, because drawing a sheet is synchronous.
      await nextTurn();
    }
  }
  doc.info.Keywords = digests.join('; ');
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
