import { PdfTextWriter } from './pen.ts';
import { listUserEnteredTexts, type ResultSheet } from './result-sheet.ts';

/** Limits the characters that the warning lists, because it is a response header and proxies limit header size. */
const maxCharacters = 10;
const maxGroupName = 40;

/** Returns a warning that lists the characters that no font contains, or undefined if there are none. */
export async function getUnprintableTextWarning(
  sheets: AsyncIterable<readonly ResultSheet[]>,
): Promise<string | undefined> {
  const { default: PDFDocument } = await import('pdfkit');
  const pen = new PdfTextWriter(new PDFDocument({ autoFirstPage: false }));
  const characters = new Set<string>();
  let firstGroup = '';
  for await (const batch of sheets) {
    for (const sheet of batch) {
      for (const character of pen.unprintable(listUserEnteredTexts(sheet).join(' '))) {
        if (characters.size === 0) firstGroup = sheet.group.fypGroupName;
        characters.add(character);
      }
    }
  }
  return characters.size === 0 ? undefined : formatWarning([...characters], firstGroup);
}

function formatWarning(characters: readonly string[], group: string): string {
  const named = characters.slice(0, maxCharacters).join(' ');
  const left = characters.length - maxCharacters;
  const more = left > 0 ? ` and ${left} more` : '';
  const name =
    group.length > maxGroupName ? `${group.slice(0, maxGroupName).toWellFormed()}…` : group;
  return `The fonts lack ${named}${more} (first in ${name}). Each is printed as its number, such as [U+4E2D].`;
}
