import { dictionary } from '@zxcvbn-ts/language-common';
import { Problem } from '#contract/problem.ts';
import { isCommonPassword } from '#contract/values/common-passwords.ts';
import { commonPassword } from '#contract/values/password.ts';

/** Some 18,000 that are long enough, too many for a page to load. */
const leaked = new Set(dictionary['passwords-common'].filter((password) => password.length >= 8));

/** Whatever its case. */
export function isGuessable(password: string): boolean {
  return isCommonPassword(password) || leaked.has(password.toLowerCase());
}

/** Throws `invalid`. */
export function refuseGuessable(password: string): void {
  if (!isGuessable(password)) return;
  throw new Problem('invalid', commonPassword, { fields: { password: commonPassword } });
}
