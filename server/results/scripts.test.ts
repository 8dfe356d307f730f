import PDFDocument from 'pdfkit';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { PdfPage } from './page.ts';

/** Prints each string on its own page and reads the pages with pdf.js, which shares no code with pdfkit. */
async function printAndRead(texts: readonly string[]): Promise<string[]> {
  const doc = new PDFDocument({ autoFirstPage: false });
  const page = new PdfPage(doc, false);
  for (const text of texts) {
    page.begin('A text', 'landscape');
    page.paragraph('P', text, 12);
  }
  doc.end();
  const bytes = await new Response(doc as unknown as ReadableStream).arrayBuffer();
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
  // Remove the control characters that pdf.js returns for glyphs that correspond to no character.
  return text.map((read) =>
    read
      .replace(/\p{Cc}/gu, '')
      .normalize('NFC')
      .trim(),
  );
}

function listCharacters(pattern: RegExp, ...ranges: readonly (readonly [number, number])[]) {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => pattern.test(character) && character.normalize('NFC') === character);
}

/** Matches letters except the micro sign, which is printed with the glyph of the Greek letter mu. */
const letter = /^(?!µ)\p{L}$/u;
const scripts: Record<string, readonly string[]> = {
  Latin: listCharacters(letter, [0x41, 0x24f], [0x1e00, 0x1ef9]),
  Greek: listCharacters(/^\p{Script=Greek}$/u, [0x386, 0x3ce]),
  Cyrillic: listCharacters(letter, [0x400, 0x4ff]),
  Hebrew: listCharacters(letter, [0x5d0, 0x5ea]),
  Arabic: listCharacters(letter, [0x620, 0x6d3], [0x6ee, 0x6ff], [0x750, 0x77f]),
};

const toLines = (words: readonly string[]) =>
  Array.from({ length: Math.ceil(words.length / 12) }, (_, line) =>
    words.slice(line * 12, line * 12 + 12).join(' '),
  );

describe('the text extracted from a PDF', () => {
  it.each(Object.entries(scripts))('contains every printed %s letter', async (_name, letters) => {
    expect(letters.length).toBeGreaterThan(20);
    const lines = toLines(letters);
    expect(await printAndRead(lines)).toEqual(lines);
  });

  it('contains every printed Arabic letter in its joined form', async () => {
    const lines = toLines((scripts.Arabic ?? []).map((middle) => `ب${middle}ت`));
    expect(await printAndRead(lines)).toEqual(lines);
  });

  it.each([
    ['Urdu', 'عائشہ فاطمہ، کتب خانے کا نظام۔'],
    ['Urdu with vowel signs', 'مُحَمَّد'],
    ['Persian', 'پژوهش گروه چهارم'],
    ['Sindhi', 'سنڌي ٻولي'],
    ['Pashto', 'پښتو ژبه'],
    ['Uyghur', 'ئۇيغۇر'],
    ['a name with the ligature of “Allah”', 'عبداللہ'],
    ['Urdu digits', 'گروپ ۲۰۲۷'],
    ['Arabic digits', 'مجموعة ٢٠٢٧'],
    ['Urdu in an English sentence', 'Group of علی خان (A), 2027'],
  ])('contains %s', async (_name, text) => {
    expect(await printAndRead([text])).toEqual([text]);
  });
});
