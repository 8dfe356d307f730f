/** Reason why a cell's text may not be the intended value. */
export type Ambiguity = {
  /** A clause such as "the cell contains the date 3 March 2022". */
  reason: string;
  /** Advice to the user. By default: format the column as text and write the intended value in the cell. */
  advice?: string;
  /** True if the cell has no usable text, so that the user must correct it. */
  isRefused?: boolean;
};

const encoding =
  'If the file is CSV, choose another encoding in the preview. Otherwise enter the text again and save the list as .xlsx.';

/** Patterns of text that is probably not the intended value. The first matching pattern determines the reason. */
const signs: readonly (readonly [RegExp, (text: string) => Ambiguity])[] = [
  [
    /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$|^Err:\d{3}$/,
    (text) => ({
      reason: `the cell contains the error ${text}`,
      advice: 'Correct the formula, or enter the value.',
      isRefused: true,
    }),
  ],
  [
    /^#{3,}$/,
    () => ({
      reason: 'the column was too narrow to show the value',
      advice: 'Widen the column, and save the list again.',
      isRefused: true,
    }),
  ],
  [
    /^(?=[^?]*\?\s*\?)[?\s.,'-]+$|\uFFFD/,
    (text) => ({
      reason: `the letters of “${text}” were lost when the file was saved in another encoding`,
      advice: encoding,
      isRefused: true,
    }),
  ],
  [
    /\p{L}\?\p{L}|[ÃÂ][\u00A0-\u00BF]|[ØÙ].[ØÙ]/u,
    (text) => ({
      reason: `“${text}” looks like text whose letters were changed by another encoding`,
      advice: encoding,
    }),
  ],
  [
    /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/i,
    (text) => ({ reason: `the cell shows only the first digits of its number, ${text}` }),
  ],
];

export function findTextAmbiguity(text: string): Ambiguity | undefined {
  const trimmed = text.trim();
  return signs.find(([sign]) => sign.test(trimmed))?.[1](trimmed);
}
