import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { PdfPage } from './page.ts';

export type Letterhead = {
  university: string;
  department: string;
  portalName: string;
  logo: { image: PDFKit.Mixins.ImageSrc } | 'unreadable' | undefined;
  timeZone: string;
  printedAt: Date;
};

export function drawLetterhead(
  page: PdfPage,
  { university, department, logo }: Letterhead,
  title: string,
): void {
  if (logo) drawLogo(page, logo);
  page.paragraph('P', university, 9);
  page.paragraph('P', department, 9, { below: 14 });
  page.paragraph('H1', title, 16, { below: 10 });
}

/** Draws the logo, or a note if it is unreadable, so that staff notice before they sign the sheet. */
function drawLogo(page: PdfPage, logo: NonNullable<Letterhead['logo']>) {
  const [width, x] = [110, page.left + page.width - 110];
  if (logo === 'unreadable') {
    const text = 'The department’s logo cannot be read.';
    const style = { size: 8, colour: '#555555', align: 'right' } as const;
    const lines = page.pen.lines(text, width, style);
    const note = page.section('P');
    page.tagged(note, 'Span', () => page.pen.write(lines, { x, y: page.y, width }, style));
    note?.end();
    return;
  }
  page.decoration(() => {
    page.doc.image(logo.image, x, page.y, { fit: [width, 44], align: 'right' });
  });
}

export function drawFacts(
  page: PdfPage,
  facts: readonly (readonly [label: string, value: string])[],
): void {
  const list = page.section('L');
  const labelWidth = 100;
  for (const [label, value] of facts) {
    const box = { x: page.left + labelWidth, y: page.y, width: page.width - labelWidth };
    const lines = page.pen.lines(value, box.width, { size: 9.5 });
    const item = page.child(list, 'LI');
    page.tagged(item, 'Lbl', () => {
      const named = { x: page.left, y: page.y, width: labelWidth };
      page.pen.write(page.pen.oneLine(label), named, { size: 9.5, colour: '#555555' });
    });
    page.tagged(item, 'LBody', () => page.pen.write(lines, box, { size: 9.5 }));
    item?.end();
    page.y += page.pen.heightOf(lines, { size: 9.5 }) + 2;
  }
  list?.end();
  page.y += 10;
}

/** Draws a note about unprintable characters, because the signers must see that a name is incomplete. */
export function drawUnprintable(page: PdfPage, texts: readonly string[]): void {
  const unprintable = page.pen.unprintable(texts.join(' '));
  if (unprintable.length === 0) return;
  page.y += 8;
  const text = `[U+…] is the number of a character that the printed fonts lack: ${unprintable.length} of them on this sheet.`;
  page.paragraph('P', text, 8);
}

export type Signer = readonly [role: string, name: string];

/** Draws a line for each signature, side by side. */
export function drawSignatures(page: PdfPage, signers: readonly Signer[]): void {
  const gap = 18;
  const width = (page.width - gap * (signers.length - 1)) / signers.length;
  const names = signers.map(([, name]) => page.pen.lines(name, width, { size: 8.5 }));
  const height = 52 + Math.max(...names.map((lines) => page.pen.heightOf(lines, { size: 8.5 })));
  if (!page.hasRoom(height + 14)) page.next();
  const y = page.y + 40;
  for (const [index, [role]] of signers.entries()) {
    const x = page.left + index * (width + gap);
    page.decoration(() => page.line(x, y, width, '#1a1a1a'));
    const signed = page.section('P');
    page.tagged(signed, 'Span', () => {
      page.pen.write(page.pen.oneLine(role), { x, y: y + 4, width }, { size: 8.5, weight: 'bold' });
      page.pen.write(names[index] ?? [], { x, y: y + 15, width }, { size: 8.5 });
    });
    signed?.end();
  }
  page.y += height + 14;
}

/** Draws the foot of each page: its name and number, when it was printed and, if there is one, a note. */
export function drawFeet(
  page: PdfPage,
  { portalName, timeZone, printedAt }: Letterhead,
  { name, note }: { name: string; note?: string },
): void {
  const { doc, pen } = page;
  const { start, count } = doc.bufferedPageRange();
  const style = { size: 8, colour: '#555555' } as const;
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index);
    const box = { x: page.left, y: page.bottom + 14, width: page.width };
    const below = { ...box, y: box.y + 12 };
    page.decoration(() => {
      page.line(box.x, box.y - 6, box.width);
      pen.write(pen.oneLine(name), box, style);
      pen.write(pen.oneLine(`Page ${index + 1} of ${count}`), box, { ...style, align: 'right' });
      pen.write(
        pen.oneLine(
          isolateRightToLeftValues`Printed ${formatDateTime(printedAt, timeZone)} · ${portalName}`,
        ),
        below,
        style,
      );
      if (note) pen.write(pen.oneLine(note), below, { ...style, align: 'right' });
    }, 'Pagination');
  }
  doc.flushPages();
}
