/**
 * More marks in a row than any script writes on a letter. Putting marks in order takes time by the square of their run,
 * so a joiner that nobody sees ends each run in time: Unicode's stream-safe text (UAX #15).
 */
const longRun = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){30}(?=(?!\u034f)[\p{M}\uff9e\uff9f])/gu;

/** The text in one Unicode form, in time that grows with its length alone, whoever wrote it. */
export function normalise(form: 'NFC' | 'NFKC' | 'NFKD', text: string): string {
  return text.replace(longRun, '$&\u034f').normalize(form);
}
