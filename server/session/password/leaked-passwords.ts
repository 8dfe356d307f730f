import { dictionary } from '@zxcvbn-ts/language-common';
import { Problem } from '#contract/problem.ts';
import { isCommonPassword } from '#contract/values/common-passwords.ts';
import { commonPasswordMessage } from '#contract/values/password.ts';

/** About 18,000 leaked passwords, too many for the client to load. */
const leaked = new Set(dictionary['passwords-common'].filter((password) => password.length >= 8));

export function isGuessablePassword(password: string): boolean {
  return isCommonPassword(password) || leaked.has(password.toLowerCase());
}

export function requireUnguessablePassword(password: string): void {
  if (!isGuessablePassword(password)) return;
  throw new Problem('invalid', commonPasswordMessage, {
    fields: { password: commonPasswordMessage },
  });
}
