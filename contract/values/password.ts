import { z } from 'zod';
import { isMostUsedPassword } from './common-passwords.ts';

export const oneTimePasswordDays = 7;

export const passwordHint =
  'At least 8 characters, not one of the most used passwords, and not your name or email';

/** Hint for the password of another person. */
export const otherPasswordHint =
  'At least 8 characters, not one of the most used passwords, and not the name or email';

/** A new password of 8 to 128 characters. The server also compares it with its owner's name and email. */
export const NewPassword = z
  .string('Password is required.')
  .max(128, { error: 'Password must be 128 characters or fewer.', abort: true })
  .min(8, 'Password must be at least 8 characters.')
  .refine((value) => value.trim() !== '', 'Password can’t be only spaces.')
  .refine((value) => !isMostUsedPassword(value), {
    error: 'This is one of the most used passwords. Choose another.',
  });
