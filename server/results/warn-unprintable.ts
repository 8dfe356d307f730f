import type { RowBatches } from '#server/http/bodies/send-list.ts';
import { PdfTextWriter } from './pen.ts';

/** Limits the characters that the warning lists, because it is a response header and proxies limit header size. */
const maxCharacters = 10;
const maxGroupName = 40;

/** Looks up characters in the fonts, and draws nothing. Opening the fonts takes milliseconds. */
let pen: PdfTextWriter | undefined;

/**
 * Returns a warning that lists the characters that no font contains, or undefined if there are none. `listTexts` returns
 * the name of the group that an item is about, and the texts that users have entered.
 */
export async function getUnprintableTextWarning<Item>(
  batches: RowBatches<Item>,
  listTexts: (item: Item) => { name: string; texts: readonly string[] },
  nextSlice: () => Promise<unknown>,
): Promise<string | undefined> {
  const { default: PDFDocument } = await import('pdfkit');
  pen ??= new PdfTextWriter(new PDFDocument({ autoFirstPage: false }));
  const characters = new Set<string>();
  let firstGroup = '';
  for await (const batch of batches) {
    for (const item of batch) {
      await nextSlice();
      const { name, texts } = listTexts(item);
      for (const character of pen.unprintable(texts.join(' '))) {
        if (characters.size === 0) firstGroup = name;
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
