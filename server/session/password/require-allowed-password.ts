import { dictionary } from '@zxcvbn-ts/language-common';
import { Problem } from '#contract/problem.ts';
import { isOwnName, type PasswordOwner } from '#contract/values/common-passwords.ts';
import { NewPassword } from '#contract/values/password.ts';
import type { Config } from '#server/config.ts';

/** About 18,000 leaked passwords, too many for the client to load. */
const leaked = new Set(dictionary['passwords-common'].filter((password) => password.length >= 8));

/** Returns why a person may not have a password, or undefined. Leaked passwords are refused if the setting is strict. */
export function findPasswordError(
  password: string,
  owner: PasswordOwner,
  { strictPasswords }: Pick<Config, 'strictPasswords'>,
): string | undefined {
  const { error } = NewPassword.safeParse(password);
  if (error) return error.issues[0]?.message;
  if (isOwnName(password, owner)) return 'The password can’t be the account’s name or email.';
  const isLeaked = strictPasswords && leaked.has(password.toLowerCase());
  return isLeaked ? 'This password has appeared in a data leak. Choose another.' : undefined;
}

/** Throws `invalid` with the field `password`. */
export function requireAllowedPassword(...password: Parameters<typeof findPasswordError>): void {
  const message = findPasswordError(...password);
  if (message) throw new Problem('invalid', message, { fields: { password: message } });
}
