/**
 * Ordering a run of marks takes quadratic time, so an invisible joiner ends one too long for any script (UAX #15).
 */
const longRun = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){30}(?=(?!\u034f)[\p{M}\uff9e\uff9f])/gu;

/** The text in one Unicode form, in time that grows with its length alone, whoever wrote it. */
export function normalise(form: 'NFC' | 'NFKC' | 'NFKD', text: string): string {
  return text.replace(longRun, '$&\u034f').normalize(form);
}
