import { PdfTextWriter } from './pen.ts';

const margin = 42;
const footerHeight = 40;

type Element = PDFKit.PDFStructureElement | undefined;

export class PdfPage {
  readonly doc: PDFKit.PDFDocument;
  readonly pen: PdfTextWriter;
  readonly left = margin;
  y = margin;
  #layout: 'portrait' | 'landscape' = 'portrait';
  #section: Element;
  readonly #isTagged: boolean;

  /** If `isTagged` is false, there are no tags for screen readers, and pdfkit releases finished pages from memory. */
  constructor(doc: PDFKit.PDFDocument, isTagged: boolean) {
    this.doc = doc;
    this.#isTagged = isTagged;
    this.pen = new PdfTextWriter(doc);
  }

  get width(): number {
    return this.doc.page.width - 2 * margin;
  }

  get bottom(): number {
    return this.doc.page.height - margin - footerHeight;
  }

  hasRoom(height: number): boolean {
    return this.y + height <= this.bottom;
  }

  next(): void {
    this.doc.addPage({ size: 'A4', layout: this.#layout, margin: 0 });
    this.y = margin;
  }

  begin(name: string, layout: 'portrait' | 'landscape'): void {
    this.#layout = layout;
    this.next();
    this.doc.outline.addItem(name);
    if (!this.#isTagged) return;
    this.#section = this.doc.struct('Sect', { title: name });
    this.doc.addStructure(this.#section);
  }

  end(): void {
    this.#section?.end();
  }

  section(type: string): Element {
    return this.child(this.#section, type);
  }

  child(parent: Element, type: string): Element {
    if (!parent) return undefined;
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  /** Draws tagged content. Without a parent, marks the content as decoration, which screen readers skip. */
  tagged(parent: Element, type: string, draw: () => void): void {
    if (!parent) {
      this.decoration(draw);
      return;
    }
    const scope = type === 'TH' ? { scope: 'Both' } : {};
    const element = this.doc.struct(type, scope as PDFKit.Mixins.StructureElementOptions, [draw]);
    parent.add(element);
  }

  paragraph(type: string, text: string, size: number, options: { below?: number } = {}): void {
    const style = { size, weight: type === 'P' ? ('regular' as const) : ('bold' as const) };
    const lines = this.pen.lines(text, this.width, style);
    const box = { x: this.left, y: this.y, width: this.width };
    this.tagged(this.#section, type, () => this.pen.write(lines, box, style));
    this.y += this.pen.heightOf(lines, style) + (options.below ?? 0);
  }

  decoration(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    if (!this.#isTagged) {
      draw();
      return;
    }
    this.doc.markContent('Artifact', { type });
    draw();
    this.doc.endMarkedContent();
  }

  shade(height: number, colour: string | undefined): void {
    this.decoration(() => {
      if (colour) this.doc.rect(this.left, this.y, this.width, height).fill(colour);
      this.line(this.left, this.y + height, this.width);
    });
  }

  line(x: number, y: number, width: number, colour = '#b5b5b5'): void {
    this.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .stroke(colour);
  }
}
