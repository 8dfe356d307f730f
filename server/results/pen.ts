import { fileURLToPath } from 'node:url';
import { normalise } from '#contract/values/normalise.ts';
import { visualRuns } from './visual-runs.ts';

type Weight = 'regular' | 'bold';
type Style = {
  size: number;
  weight?: Weight;
  colour?: string;
  align?: 'left' | 'right' | 'centre';
};
type Box = { x: number; y: number; width: number };

const fonts: Record<Weight, string> = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
};

const ink = '#1a1a1a';
const lineHeight = 1.25;
/** What takes no room: without a letter for it in the font nothing is missing. */
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
/** Laid out at once instead of word by word, which would leave the words of a right-to-left line in the wrong order. */
const atOnce: PDFKit.Mixins.OpenTypeFeatures[] = ['rlig'];

/** Writes lines of text of any script at a place. */
export class Pen {
  readonly #doc: PDFKit.PDFDocument;
  readonly #known = new Map<number, boolean>();

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    for (const [weight, file] of Object.entries(fonts)) doc.registerFont(weight, file);
  }

  /** As many lines as the text needs in this width; a word that is too long is cut. */
  lines(text: string, width: number, style: Style): string[] {
    const words = this.#printable(text).split(/\s+/).filter(Boolean);
    this.#set(style);
    const lines: string[] = [];
    let line = '';
    for (const word of words) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (this.#widthOf(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const pieces = this.#cut(word, width);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
    }
    return line === '' && lines.length > 0 ? lines : [...lines, line];
  }

  heightOf = (lines: readonly string[], { size }: Style): number =>
    lines.length * size * lineHeight;

  /** What `lines` gave. */
  write(lines: readonly string[], { x, y, width }: Box, style: Style): void {
    this.#set(style);
    for (const [index, line] of lines.entries()) {
      const free = width - this.#widthOf(line);
      const shift = style.align === 'right' ? free : style.align === 'centre' ? free / 2 : 0;
      this.#writeLine(line, x + shift, y + index * style.size * lineHeight);
    }
  }

  #writeLine(line: string, x: number, y: number): void {
    let at = x;
    for (const { text, isRightToLeft } of visualRuns(line)) {
      const options = isRightToLeft ? { features: atOnce } : {};
      this.#doc.text(text, at, y, { ...options, lineBreak: false });
      at += this.#doc.widthOfString(text, options);
    }
  }

  #widthOf(line: string): number {
    return visualRuns(line).reduce(
      (sum, { text, isRightToLeft }) =>
        sum + this.#doc.widthOfString(text, isRightToLeft ? { features: atOnce } : {}),
      0,
    );
  }

  #set({ size, weight = 'regular', colour = ink }: Style): void {
    this.#doc.font(weight).fontSize(size).fillColor(colour);
  }

  #cut(word: string, width: number): string[] {
    const pieces: string[] = [];
    let piece = '';
    for (const { segment } of new Intl.Segmenter().segment(word)) {
      if (piece !== '' && this.#widthOf(piece + segment) > width) {
        pieces.push(piece);
        piece = '';
      }
      piece += segment;
    }
    return [...pieces, piece];
  }

  /** A letter that the font lacks is named, so that nothing of a name is lost unseen. */
  #printable(text: string): string {
    return Array.from(normalise('NFC', text).toWellFormed(), (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (/\s/.test(character) || this.#has(code)) return character;
      if (invisible.test(character)) return '';
      return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    }).join('');
  }

  #has(code: number): boolean {
    const known = this.#known.get(code);
    if (known !== undefined) return known;
    // pdfkit keeps its font to itself, and draws a box for what the font lacks.
    const { _font } = this.#doc.font('bold') as unknown as {
      _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
    };
    const has = _font.font.hasGlyphForCodePoint(code);
    this.#known.set(code, has);
    return has;
  }
}
