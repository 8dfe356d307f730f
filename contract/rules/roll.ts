import { normaliseUnicode } from '#contract/values/normalise.ts';
import { buildNameLineSchema } from '#contract/values/text.ts';
import type { GroupRules } from './group-rules.ts';

const dashes = /[\p{Pd}\u2043\u207b\u208b\u2212\u2796\u02d7]/gu;

/** A roll number in ASCII. Rejects letters of other scripts, because many look like Latin letters. */
export const RollNumber = buildNameLineSchema('Roll number', 30, 'NFKC')
  .overwrite((roll) => roll.replace(dashes, '-'))
  .regex(/^[ -~]*$/, 'Roll number can contain only the letters A to Z, digits and punctuation.')
  .regex(/[A-Za-z0-9]/, 'Roll number must contain a letter or digit.');

/** Returns true if a roll number matches a pattern of `GroupRules`, ignoring case. */
export function matchesRollPattern(roll: string, pattern: string): boolean {
  return (
    roll.length === pattern.length &&
    [...pattern].every((sign, at) => {
      const letter = roll.charAt(at);
      if (sign === '#') return /^[0-9]$/.test(letter);
      if (sign === 'A') return /^[A-Za-z]$/.test(letter);
      return letter.toUpperCase() === sign.toUpperCase();
    })
  );
}

/** Converts the letters of a roll number to the case of the pattern: `ee-2041` becomes `EE-2041`. */
const inCaseOf = (pattern: string, roll: string) =>
  [...roll]
    .map((letter, at) => {
      const sign = pattern.charAt(at);
      return sign === '#' || sign === 'A' ? letter.toUpperCase() : sign;
    })
    .join('');

export function buildRollSchema({ roll: rule }: Pick<GroupRules, 'roll'>) {
  if (!rule) return RollNumber;
  const { pattern, example } = rule;
  return RollNumber.refine((roll) => matchesRollPattern(roll, pattern), {
    error: `Roll number must look like ${example}.`,
    abort: true,
  }).overwrite((roll) => inCaseOf(pattern, roll));
}

/** Returns the key for comparing roll numbers: letters and digits only, in upper case. */
export function toRollKey(roll: string): string {
  return normaliseUnicode('NFKC', roll)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toUpperCase();
}
