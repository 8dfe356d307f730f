const letters =
  '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const word = `[${letters}][${letters}\\u200c\\u200d]*`;

/** Matches right-to-left words with adjacent numbers, brackets, punctuation and a file extension. */
const phrase = new RegExp(
  `(${word}(?:[\\s/.–-]*${word}|[\\s/–-]*\\d[\\d.]*(?![\\d.]*\\s[A-Za-z])|[\\s/–-]*\\([^()]*\\))*[!?]*(?:\\.[A-Za-z]\\w*)?)`,
  'u',
);

/** Splits text into parts. The parts at odd indexes are right-to-left and should be isolated by the caller. */
export const splitAtRightToLeft = (text: string): string[] => text.split(phrase);
