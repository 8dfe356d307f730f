/** Matches 30 combining marks before another one. Longer runs take quadratic time; no script needs them (UAX #15). */
const longRun = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){30}(?=(?!\u034f)[\p{M}\uff9e\uff9f])/gu;

/** Normalises in linear time, by inserting U+034F (combining grapheme joiner) into long runs of combining marks. */
export function normaliseUnicode(form: 'NFC' | 'NFKC' | 'NFKD', text: string): string {
  return text.replace(longRun, '$&\u034f').normalize(form);
}
