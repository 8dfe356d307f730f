import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { PdfFonts } from './fonts.ts';
import { toBidiParagraph } from './visual-runs.ts';

const listFamilies = (text: string) => {
  const fonts = new PdfFonts(new PDFDocument({ autoFirstPage: false }));
  const runs = fonts.runsOf({ paragraph: toBidiParagraph(text), start: 0, end: text.length });
  return runs.map((run) => [run.text.trim(), run.family]);
};

describe('a line of a PDF', () => {
  it('uses the font of its script for each letter, also if the font of the letter before it contains both', () => {
    expect(listFamilies('שלום علی')).toEqual([
      ['علی', 'scheherazade'],
      ['שלום', 'dejavu'],
    ]);
  });

  it('uses the font of the letter before it for a space or a vowel sign', () => {
    expect(listFamilies('مُحَمَّد علی')).toEqual([['مُحَمَّد علی', 'scheherazade']]);
  });
});
