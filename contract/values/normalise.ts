/**
 * Matches 30 combining marks that are followed by another combining mark. Such long runs take quadratic time to
 * normalise, and no script needs them (UAX #15).
 */
const longRun = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){30}(?=(?!\u034f)[\p{M}\uff9e\uff9f])/gu;

/**
 * Converts text to a Unicode normalisation form in linear time. Inserts U+034F (combining grapheme joiner) into long
 * runs of combining marks.
 */
export function normalise(form: 'NFC' | 'NFKC' | 'NFKD', text: string): string {
  return text.replace(longRun, '$&\u034f').normalize(form);
}
