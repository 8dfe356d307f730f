import { normaliseUnicode } from '#contract/values/normalise.ts';
import { type FontRun, type FontWeight, PdfFonts } from './fonts.ts';
import { type BidiParagraph, isAscii, type TextLine, toBidiParagraph } from './visual-runs.ts';

type Style = {
  size: number;
  weight?: FontWeight;
  colour?: string;
  align?: 'left' | 'right' | 'centre';
};
type Box = { x: number; y: number; width: number };

const ink = '#1a1a1a';
const lineHeight = 1.25;
const maxWidths = 2000;
const segmenter = new Intl.Segmenter();
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
/**
 * OpenType features of right-to-left runs. Any feature makes pdfkit draw a run whole, not word by word in reverse
 * order. `ccmp` would split letters such as "أ" into two glyphs, which a search in the PDF would not find.
 */
const wholeRun = { rlig: true, ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

export class PdfTextWriter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts: PdfFonts;
  #weight: FontWeight = 'regular';
  #size = 0;
  /** Widths of texts, because most texts are measured several times and recur on each sheet. */
  readonly #widths = new Map<string, number>();

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    this.#fonts = new PdfFonts(doc);
  }

  /** Returns the distinct characters that no font contains. The PDF shows their code points instead. */
  unprintable(text: string): string[] {
    const characters = [...normaliseUnicode('NFC', text).toWellFormed()];
    return [...new Set(characters.filter((character) => this.#isUnprintable(character)))];
  }

  /** Breaks text into lines of at most `width` points. Splits words that are wider than a line. */
  lines(text: string, width: number, style: Style): TextLine[] {
    const paragraph = this.#toParagraph(text);
    this.#set(style);
    const whole: TextLine = { paragraph, start: 0, end: paragraph.text.length };
    if (this.#widthOf(whole) <= width) return [whole];
    const lines: TextLine[] = [];
    let line: TextLine = { paragraph, start: 0, end: 0 };
    for (const { 0: word, index } of paragraph.text.matchAll(/\S+/g)) {
      const longer = { ...line, end: index + word.length };
      if (this.#widthOf(longer) <= width) {
        line = longer;
        continue;
      }
      if (line.end > line.start) lines.push(line);
      const pieces = this.#split({ ...longer, start: index }, width);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? line;
    }
    return [...lines, line];
  }

  oneLine(text: string): TextLine[] {
    const paragraph = this.#toParagraph(text);
    return [{ paragraph, start: 0, end: paragraph.text.length }];
  }

  heightOf = (lines: readonly TextLine[], { size }: Style): number =>
    lines.length * size * lineHeight;

  write(lines: readonly TextLine[], { x, y, width }: Box, style: Style): void {
    this.#set(style);
    for (const [index, line] of lines.entries()) {
      const free = width - this.#widthOf(line);
      const shift = style.align === 'right' ? free : style.align === 'centre' ? free / 2 : 0;
      this.#writeLine(line, x + shift, y + index * style.size * lineHeight);
    }
  }

  #writeLine(line: TextLine, x: number, y: number): void {
    const baseline = y + this.#fonts.ascent(this.#size);
    let at = x;
    for (const run of this.#fonts.runsOf(line)) {
      const { text, options } = this.#select(run);
      this.#doc.text(text, at, baseline, { ...options, baseline: 'alphabetic', lineBreak: false });
      at += this.#measure(run);
    }
  }

  #widthOf(line: TextLine): number {
    return this.#fonts.runsOf(line).reduce((sum, run) => sum + this.#measure(run), 0);
  }

  #measure(run: FontRun): number {
    const key = `${run.family} ${run.isRightToLeft} ${this.#weight} ${this.#size} ${run.text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const { text, options } = this.#select(run);
    const width = this.#doc.widthOfString(text, options);
    if (this.#widths.size >= maxWidths) this.#widths.clear();
    this.#widths.set(key, width);
    return width;
  }

  #select({ text, family, isRightToLeft }: FontRun) {
    this.#fonts.select(family, this.#weight, this.#size);
    return { text, options: isRightToLeft ? { features: wholeRun } : {} };
  }

  #set({ size, weight = 'regular', colour = ink }: Style): void {
    this.#size = size;
    this.#weight = weight;
    this.#doc.fillColor(colour);
  }

  #split(word: TextLine, width: number): TextLine[] {
    const { text } = word.paragraph;
    const pieces: TextLine[] = [];
    let piece = { ...word, end: word.start };
    for (const { segment } of segmenter.segment(text.slice(word.start, word.end))) {
      const longer = { ...piece, end: piece.end + segment.length };
      const isFull = piece.end > piece.start && this.#widthOf(longer) > width;
      if (isFull) pieces.push(piece);
      piece = isFull ? { ...longer, start: piece.end } : longer;
    }
    return [...pieces, piece];
  }

  #toParagraph(text: string): BidiParagraph {
    return toBidiParagraph(this.#printable(text).split(/\s+/).filter(Boolean).join(' '));
  }

  /** Replaces characters that no font contains with their code points. */
  #printable(text: string): string {
    if (isAscii(text)) return text;
    return Array.from(normaliseUnicode('NFC', text).toWellFormed(), (character) => {
      if (this.#isUnprintable(character)) return codePointName(character);
      // Drop an invisible character without a glyph, because it would be drawn as an empty box.
      return /[\s\u2066-\u2069]/.test(character) || this.#fonts.familyOf(character)
        ? character
        : '';
    }).join('');
  }

  #isUnprintable(character: string): boolean {
    if (/\s/.test(character) || invisible.test(character)) return false;
    return this.#fonts.familyOf(character) === undefined;
  }
}

const codePointName = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
