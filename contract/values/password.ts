import { z } from 'zod';
import { isCommonPassword } from './common-passwords.ts';

export const oneTimePasswordDays = 7;

export const passwordHint =
  'At least 8 characters, and not one of the most frequently leaked passwords';

export const commonPasswordMessage =
  'This is one of the most frequently leaked passwords. Choose another.';

/** A new password of 8 to 128 characters that is not common. The server also checks a list of leaked passwords. */
export const NewPassword = z
  .string('Password is required.')
  .max(128, { error: 'A password has at most 128 characters.', abort: true })
  .min(8, 'A password needs at least 8 characters.')
  .refine((value) => !isCommonPassword(value), {
    error: commonPasswordMessage,
  });
