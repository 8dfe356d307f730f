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
