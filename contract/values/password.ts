import { z } from 'zod';
import { isCommonPassword } from './common-passwords.ts';

/** How long a password that the portal made up opens its account. */
export const oneTimePasswordDays = 7;

export const passwordRule =
  'At least 8 characters, and not one of the passwords that leaked most often';

export const commonPassword =
  'This password is among those that leaked most often. Choose another.';

/** 8 to 128 characters and not among those that leaked most, which the server knows more of; spaces and any script are welcome. */
export const NewPassword = z
  .string('Password is required.')
  .max(128, { error: 'A password has at most 128 characters.', abort: true })
  .min(8, 'A password needs at least 8 characters.')
  .refine((value) => !isCommonPassword(value), {
    error: commonPassword,
  });
