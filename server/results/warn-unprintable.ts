import { Pen } from './pen.ts';
import { type ResultSheet, typedTextsOf } from './result-sheet.ts';

/** The warning names no more characters than this, so that it fits a header and a toast. */
const maxNamed = 10;

/** Returns a warning for whoever prints the sheets, or undefined if the fonts have every character. */
export async function warnUnprintable(
  sheets: AsyncIterable<readonly ResultSheet[]>,
): Promise<string | undefined> {
  const { default: PDFDocument } = await import('pdfkit');
  const pen = new Pen(new PDFDocument({ autoFirstPage: false }));
  const groupOf = new Map<string, string>();
  for await (const batch of sheets) {
    for (const sheet of batch) {
      for (const character of pen.unprintable(typedTextsOf(sheet).join(' '))) {
        if (!groupOf.has(character)) groupOf.set(character, sheet.group.fypGroupName);
      }
    }
  }
  return groupOf.size === 0 ? undefined : warningOf([...groupOf]);
}

function warningOf(found: readonly (readonly [character: string, group: string])[]): string {
  const named = found
    .slice(0, maxNamed)
    .map(([character, group]) => `${character} (in ${group})`)
    .join(', ');
  const more = found.length > maxNamed ? ` and ${found.length - maxNamed} more` : '';
  return `The fonts lack ${named}${more}. Each is printed as its number, such as [U+4E2D].`;
}
