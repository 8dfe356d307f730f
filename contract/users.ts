import { z } from 'zod';
import { attachment } from './documents.ts';
import { endpoint, Role } from './endpoint.ts';
import { NewPassword } from './password.ts';
import { LinkToken } from './session.ts';
import { Email, Id, ListQuery, nameLine } from './text.ts';

const Name = nameLine('Name', 100);

/** A user as an admin sees one; the password is never part of a reply. */
export const User = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  fileUrl: z.string().nullable().describe('the CV'),
  createdAt: z.iso.datetime(),
  blockedAt: z.iso.datetime().nullable(),
  confirmedAt: z.iso.datetime().nullable().describe('when the e-mail was confirmed'),
});
export type User = z.infer<typeof User>;

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Sign up; always as a student',
  access: 'public',
  audit: ['account-made'],
  body: z.object({
    name: Name,
    email: Email,
    password: NewPassword,
    file: attachment('CV').optional(),
  }),
  files: { file: 'cv' },
  status: 201,
  reply: z.object({
    message: z.string(),
    userId: z.string(),
    mustConfirm: z.boolean().describe('a letter with a link is on its way to the address'),
  }),
  problems: ['email-taken', 'too-large', 'wrong-kind-of-file', 'storage-full'],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  summary: 'Confirm an e-mail address by the one-use link of the letter; 24 hours',
  access: 'public',
  audit: ['account-confirmed'],
  body: z.object({ token: LinkToken }),
  reply: z.object({ message: z.string() }),
  problems: ['link-over'],
});

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/resend-confirmation',
  summary: 'Send the letter with the confirmation link again; earlier links end',
  access: ['student'],
  audit: 'nothing: the same letter goes to the same address again',
  reply: z.object({ message: z.string() }),
  problems: [],
});

export const createUser = endpoint({
  method: 'POST',
  path: '/api/auth/createuser',
  summary: 'Make an account; without a password one is made up and returned once',
  access: ['admin'],
  audit: ['account-made'],
  body: z.object({
    name: Name,
    email: Email,
    role: Role,
    password: NewPassword.optional(),
  }),
  status: 201,
  reply: z.object({ message: z.string(), user: User, oneTimePassword: z.string().optional() }),
  problems: ['email-taken', 'name-taken'],
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/auth/getusers',
  summary: 'List users by name, all or a page',
  access: ['admin'],
  query: ListQuery,
  reply: z.object({ users: z.array(User), total: z.int() }),
  problems: [],
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/auth/updateuser/:userId',
  summary: 'Change a user; what is left out stays, and so does the password when it is empty',
  access: ['admin'],
  audit: [
    'account-changed',
    'role-changed',
    'account-blocked',
    'account-unblocked',
    'account-confirmed',
    'password-changed',
    'group-changed',
  ],
  params: z.object({ userId: Id }),
  body: z.object({
    name: Name.optional(),
    email: Email.optional(),
    role: Role.optional(),
    password: z.union([z.literal(''), NewPassword]).optional(),
    blocked: z.boolean().optional(),
    confirmed: z.literal(true).optional().describe('the admin vouches for the e-mail address'),
  }),
  reply: z.object({ message: z.string(), user: User }),
  problems: ['not-found', 'email-taken', 'name-taken', 'last-admin'],
});
