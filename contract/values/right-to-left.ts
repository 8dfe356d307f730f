/** Letters of the scripts that are written from right to left, with their marks. */
const letters =
  '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const word = `[${letters}][${letters}\\u200c\\u200d]*`;

/** Matches right-to-left words with the numbers and brackets around them, a final mark, and a file extension. */
const phrase = new RegExp(
  `(${word}(?:[\\s/.–-]*${word}|[\\s/–-]*\\d[\\d.]*(?![\\d.]*\\s[A-Za-z])|[\\s/–-]*\\([^()]*\\))*[!?]*(?:\\.[A-Za-z]\\w*)?)`,
  'u',
);

/**
 * Splits a sentence composed of the portal's words and of names or titles. Every second part is right-to-left and must
 * be isolated, so that it does not reorder the words around it.
 */
export const splitAtRightToLeft = (text: string): string[] => text.split(phrase);
