import { z } from 'zod';
import { isCommonPassword } from './common-passwords.ts';

/** How long a password that the portal made up opens its account. */
export const oneTimePasswordDays = 7;

export const commonPassword = 'This password is among the most common ones. Choose another.';

/** 8 to 128 characters and not among the common ones; spaces and any script are welcome. */
export const NewPassword = z
  .string('Password is required.')
  .min(8, 'A password needs at least 8 characters.')
  .max(128, 'A password has at most 128 characters.')
  .refine((value) => !isCommonPassword(value), {
    error: commonPassword,
  });
