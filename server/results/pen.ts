import { normalise } from '#contract/values/normalise.ts';
import { type FontRun, Fonts, type Weight } from './fonts.ts';

type Style = {
  size: number;
  weight?: Weight;
  colour?: string;
  align?: 'left' | 'right' | 'centre';
};
type Box = { x: number; y: number; width: number };

const ink = '#1a1a1a';
const lineHeight = 1.25;
/** Takes no room on paper: nothing is missing if the font has no glyph for it. */
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
/**
 * For right-to-left runs. Any feature makes pdfkit lay out the run as a whole; word by word, its words would be in the
 * wrong order. `ccmp` would split letters such as "أ" in two glyphs, and readers of the PDF would then find other letters.
 */
const wholeRun = { rlig: true, ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

/** Writes lines of text of any script at a place. */
export class Pen {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts: Fonts;
  #weight: Weight = 'regular';
  #size = 0;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    this.#fonts = new Fonts(doc);
  }

  /** The characters of a text that no font has, each once: `write` prints their numbers instead. */
  unprintable(text: string): string[] {
    const characters = [...normalise('NFC', text).toWellFormed()];
    return [...new Set(characters.filter((character) => this.#isUnprintable(character)))];
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
    const baseline = y + this.#fonts.ascent(this.#size);
    let at = x;
    for (const run of this.#fonts.runsOf(line)) {
      const { text, options } = this.#select(run);
      this.#doc.text(text, at, baseline, { ...options, baseline: 'alphabetic', lineBreak: false });
      at += this.#doc.widthOfString(text, options);
    }
  }

  #widthOf(line: string): number {
    return this.#fonts.runsOf(line).reduce((sum, run) => {
      const { text, options } = this.#select(run);
      return sum + this.#doc.widthOfString(text, options);
    }, 0);
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

  /** A character that no font has is printed as its number, so that a name never has an unnoticed gap. */
  #printable(text: string): string {
    return Array.from(normalise('NFC', text).toWellFormed(), (character) => {
      if (this.#isUnprintable(character)) return codePointName(character);
      // Without a glyph, an invisible character would be drawn as an empty box.
      return /\s/.test(character) || this.#fonts.familyOf(character) ? character : '';
    }).join('');
  }

  #isUnprintable(character: string): boolean {
    if (/\s/.test(character) || invisible.test(character)) return false;
    return this.#fonts.familyOf(character) === undefined;
  }
}

/** "[U+4E2D]" */
const codePointName = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
