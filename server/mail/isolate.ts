import { splitAtRightToLeft } from '#contract/values/right-to-left.ts';

/** Letters that are written from right to left, by the scripts of living languages. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Isolates each line that has right-to-left letters, so that a program for plain text keeps its punctuation in place and
 * does not reorder the words around it. HTML has `dir="auto"` for this.
 */
export const isolateLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => (rightToLeft.test(line) ? `\u2068${line}\u2069` : line))
    .join('\n');

/** Isolates the names and titles of a sentence by `wrap`. A line of nothing but right-to-left words is one text. */
const wrapNames = (text: string, wrap: (name: string) => string): string =>
  text
    .split('\n')
    .map((line) => {
      const parts = splitAtRightToLeft(line);
      const isSentence = parts.some((part, index) => index % 2 === 0 && /\p{L}/u.test(part));
      if (!isSentence) return rightToLeft.test(line) ? wrap(line) : line;
      return parts.map((part, index) => (index % 2 === 1 ? wrap(part) : part)).join('');
    })
    .join('\n');

/** Isolates right-to-left names in a sentence of plain text or a subject. */
export const isolateNames = (text: string): string =>
  wrapNames(text, (name) => `\u2068${name}\u2069`);

/** The same for text that is already escaped as HTML. */
export const isolateNamesInHtml = (html: string): string =>
  wrapNames(html, (name) => `<bdi>${name}</bdi>`);
