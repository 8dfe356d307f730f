import { z } from 'zod';
import { buildAttachmentSchema } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { UserName } from './users.ts';
import { NewPassword } from './values/password.ts';
import { roles } from './values/roles.ts';
import { Email } from './values/text.ts';

export const LinkToken = z
  .string()
  .regex(/^[\w-]{20,100}$/, 'The link is incomplete. Open it again from the email.');

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Sign up as a student',
  access: 'public',
  audit: ['account-made'],
  body: z.object({
    name: UserName,
    email: Email,
    password: NewPassword,
    file: buildAttachmentSchema('CV')
      .optional()
      .describe('ignored if the department does not use CVs'),
  }),
  files: { file: 'cv' },
  status: 201,
  reply: z.object({
    message: z.string(),
    userId: z.string(),
    mustConfirm: z
      .boolean()
      .describe(
        'the account has no access to groups until its email is confirmed; see `confirmedBy` of the home page',
      ),
  }),
  problems: ['email-taken', 'too-large', 'wrong-kind-of-file', 'storage-full'],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  summary:
    'Confirm an email address with the one-time link (valid for 24 hours) and set the password; ends all sessions',
  access: 'public',
  audit: ['account-confirmed'],
  body: z.object({ token: LinkToken, password: NewPassword }),
  reply: z.object({ message: z.string(), email: z.string() }),
  problems: ['link-over'],
});

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/resend-confirmation',
  summary:
    'Send the confirmation link again and revoke earlier links, or reply that the office confirms accounts',
  access: ['student'],
  audit: 'nothing: the same email goes to the same address again',
  reply: z.object({ message: z.string() }),
  problems: [],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary:
    'Request an email with a one-time link to reset the password; the reply is the same for any address',
  access: 'public',
  audit: ['password-link-sent'],
  body: z.object({ email: Email }),
  reply: z.object({ message: z.string() }),
  problems: [],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary:
    'Reset the password with an emailed link (valid for 30 minutes); ends all sessions and revokes all links',
  access: 'public',
  audit: ['password-reset', 'account-confirmed'],
  body: z.object({ token: LinkToken, password: NewPassword }),
  reply: z.object({ message: z.string() }),
  problems: ['link-over'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change the caller’s password; ends other sessions and revokes all links',
  access: roles,
  audit: ['password-changed', 'password-change-refused', 'session-ended'],
  body: z
    .object({ current: z.string().max(128), password: NewPassword })
    .refine(({ current, password }) => current !== password, {
      error: 'This is your current password. Choose another.',
      path: ['password'],
    }),
  reply: z.object({ message: z.string() }),
  problems: ['wrong-credentials'],
});
