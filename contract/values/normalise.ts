/** Matches 30 combining marks in a row: sorting longer runs takes quadratic time, and no script needs them (UAX #15). */
const longRun = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){30}(?=(?!\u034f)[\p{M}\uff9e\uff9f])/gu;

/** Converts text to a Unicode form in linear time. Splits long runs of marks with invisible joiners. */
export function normalise(form: 'NFC' | 'NFKC' | 'NFKD', text: string): string {
  return text.replace(longRun, '$&\u034f').normalize(form);
}
