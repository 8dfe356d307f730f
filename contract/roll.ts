import { normalise } from './normalise.ts';
import { nameLine } from './text.ts';

/** Every dash and minus that Unicode knows: on paper they are one. */
const dashes = /[\p{Pd}\u2043\u207b\u208b\u2212\u2796\u02d7]/gu;

/** Plain letters, digits and dashes; letters of other scripts are refused, as many look alike. */
export const Roll = nameLine('Roll number', 30, 'NFKC')
  .overwrite((roll) => roll.replace(dashes, '-'))
  .regex(/^[ -~]*$/, 'Roll number may have the letters A to Z, digits and punctuation only.')
  .regex(/[A-Za-z0-9]/, 'Roll number has no letter or digit.');

/** What two roll numbers are compared by: their letters and digits, whatever the case and whatever stands between. */
export function rollKey(roll: string): string {
  return normalise('NFKC', roll)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toUpperCase();
}
