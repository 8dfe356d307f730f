import { fileURLToPath } from 'node:url';
import type PDFDocument from 'pdfkit';
import { hasRightToLeft } from '#contract/values/isolate.ts';
import { getVisualRuns, isAscii, type TextLine } from './visual-runs.ts';

/** DejaVu covers Latin, Greek, Cyrillic and Hebrew, but not all Urdu letters. Scheherazade has all Arabic letters. */
const families = ['dejavu', 'scheherazade'] as const;
type Family = (typeof families)[number];
export type FontWeight = 'regular' | 'bold';

// pdfkit shapes text with fontkit, which cannot read WOFF2 files.
const files: Record<Family, Record<FontWeight, string>> = {
  dejavu: {
    regular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
    bold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
  },
  scheherazade: {
    regular: import.meta.resolve(
      '@fontsource/scheherazade-new/files/scheherazade-new-arabic-400-normal.woff',
    ),
    bold: import.meta.resolve(
      '@fontsource/scheherazade-new/files/scheherazade-new-arabic-700-normal.woff',
    ),
  },
};

const scales: Record<Family, number> = { dejavu: 1, scheherazade: 1.25 };

export type FontRun = { text: string; family: Family; isRightToLeft: boolean };

const arabic = /^\p{Script_Extensions=Arabic}$/u;
const takesNeighboursFont = /^[\s\p{M}\p{Default_Ignorable_Code_Point}]$/u;

/** Reverses punctuation in a right-to-left run without letters, because fontkit reverses only letters. */
const reverseNeutral = (run: FontRun): FontRun =>
  run.isRightToLeft && !hasRightToLeft(run.text)
    ? { ...run, text: [...run.text].reverse().join(''), isRightToLeft: false }
    : run;

type ParsedFont = { hasGlyphForCodePoint(code: number): boolean };
type OpenedFont = { ascender: number; font: ParsedFont };

const openedFontOf = (doc: PDFKit.PDFDocument) => (doc as unknown as { _font: OpenedFont })._font;

/** Parsed fonts by file. Documents share their tables, because parsing them takes longer than drawing a sheet. */
const parsedFonts = new Map<string, ParsedFont>();

function parseFont(doc: PDFKit.PDFDocument, file: string): ParsedFont {
  let parsed = parsedFonts.get(file);
  if (!parsed) {
    // Parse with another document, so that the bytes of the first document do not differ from those of later ones.
    const parser = new (doc.constructor as typeof PDFDocument)({ autoFirstPage: false });
    parsed = openedFontOf(parser.font(fileURLToPath(file))).font;
    parsedFonts.set(file, parsed);
  }
  // fontkit caches glyphs with the text that they stand for first, so each document needs a cache of its own.
  return Object.create(parsed, { _glyphs: { value: {} } });
}

export class PdfFonts {
  readonly #doc: PDFKit.PDFDocument;
  readonly #opened: Record<Family, OpenedFont>;
  readonly #familyOf = new Map<string, Family | undefined>();

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    for (const family of families) {
      for (const [weight, file] of Object.entries(files[family])) {
        // The type definitions of pdfkit lack parsed fonts.
        doc.registerFont(`${family}-${weight}`, parseFont(doc, file) as unknown as string);
      }
    }
    this.#opened = { dejavu: this.#open('dejavu'), scheherazade: this.#open('scheherazade') };
  }

  /** Selects a font. `size` is in points and is scaled so that all font families look equally large. */
  select(family: Family, weight: FontWeight, size: number): void {
    this.#doc.font(`${family}-${weight}`).fontSize(size * scales[family]);
  }

  /** Returns the distance from the top of a line to its baseline, in points. */
  ascent(size: number): number {
    return (this.#opened.dejavu.ascender / 1000) * size;
  }

  /** Returns the preferred font family with a glyph for the character, or undefined if no font has one. */
  familyOf(character: string): Family | undefined {
    if (!this.#familyOf.has(character)) this.#familyOf.set(character, this.#find(character));
    return this.#familyOf.get(character);
  }

  runsOf(line: TextLine): FontRun[] {
    return getVisualRuns(line).flatMap((run) => {
      const runs = this.#cut(run);
      return run.isRightToLeft ? runs.reverse() : runs;
    });
  }

  #cut({ text, isRightToLeft }: { text: string; isRightToLeft: boolean }): FontRun[] {
    if (!isRightToLeft && isAscii(text)) return [{ text, family: 'dejavu', isRightToLeft }];
    const runs: FontRun[] = [];
    for (const character of text) {
      const last = runs.at(-1);
      const family = this.#familyBeside(last?.family, character);
      // Put each Arabic digit of a number into its own run, because fontkit would reverse the digits of a longer run.
      const joins = last?.family === family && (isRightToLeft || family !== 'scheherazade');
      if (joins) last.text += character;
      else runs.push({ text: character, family, isRightToLeft });
    }
    return runs.map(reverseNeutral);
  }

  #familyBeside(last: Family | undefined, character: string): Family {
    if (last && takesNeighboursFont.test(character) && this.#has(last, character)) return last;
    return this.familyOf(character) ?? last ?? 'dejavu';
  }

  #find(character: string): Family | undefined {
    const order = arabic.test(character) ? families.toReversed() : families;
    return order.find((family) => this.#has(family, character));
  }

  #has(family: Family, character: string): boolean {
    const { font } = this.#opened[family];
    return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  }

  #open(family: Family): OpenedFont {
    // Check the bold font only, because the regular font has all letters of the bold font.
    return openedFontOf(this.#doc.font(`${family}-bold`));
  }
}
