/** Letters of the scripts that are written from right to left, with their marks. */
const letters =
  '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const word = `[${letters}][${letters}\\u200c\\u200d]*`;

/** Right-to-left words with the numbers and brackets between and after them, their last mark, and a file's extension. */
const phrase = new RegExp(
  `(${word}(?:[\\s/.–-]*${word}|[\\s/–-]*\\d[\\d.]*(?![\\d.]*\\s[A-Za-z])|[\\s/–-]*\\([^()]*\\))*[!?]*(?:\\.[A-Za-z]\\w*)?)`,
  'u',
);

/**
 * Splits a sentence that the portal composed of its own words and of names and titles. Every second part is written from
 * right to left and has to be isolated, so that it does not reorder the words around it.
 */
export const splitAtRightToLeft = (text: string): string[] => text.split(phrase);
