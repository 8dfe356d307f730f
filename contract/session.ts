import { z } from 'zod';
import { endpoint, Role, roles } from './endpoint.ts';
import { NewPassword } from './password.ts';
import { Email, Id } from './text.ts';

/** The secret of a one-use link in an email. */
export const LinkToken = z.string().min(20).max(100);

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Log in',
  access: 'public',
  audit: ['logged-in', 'login-refused'],
  body: z.object({
    email: Email,
    password: z
      .string('Password is required.')
      .min(1, 'Password is required.')
      .max(128, 'A password has at most 128 characters.'),
  }),
  reply: z.object({
    token: z.string(),
    role: Role,
    name: z.string(),
    email: z.string(),
    userId: z.string(),
    studentId: z.string().optional(),
    teacherId: z.string().optional(),
    groupId: z.string().optional(),
    passwordEndsAt: z.iso
      .datetime()
      .optional()
      .describe('of a one-time password: until when another must be chosen'),
    message: z.string(),
  }),
  problems: ['wrong-credentials', 'blocked'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Log out: the token and the file cookie end',
  access: roles,
  audit: ['logged-out'],
  reply: z.object({ message: z.string() }),
  problems: [],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary:
    'Ask for an email with a one-use link to a new password; the answer is the same for every address',
  access: 'public',
  audit: ['password-link-sent'],
  body: z.object({ email: Email }),
  reply: z.object({ message: z.string() }),
  problems: [],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password by the link of an email, 30 minutes; all sessions and links end',
  access: 'public',
  audit: ['password-reset'],
  body: z.object({ token: LinkToken, password: NewPassword }),
  reply: z.object({ message: z.string() }),
  problems: ['link-over'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change one’s own password; the other sessions and all links end',
  access: roles,
  audit: ['password-changed', 'password-change-refused', 'session-ended'],
  body: z
    .object({ current: z.string().max(128), password: NewPassword })
    .refine(({ current, password }) => current !== password, {
      error: 'This is the password you have now. Choose another.',
      path: ['password'],
    }),
  reply: z.object({ message: z.string() }),
  problems: ['wrong-credentials'],
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'One’s own sessions, the newest first',
  access: roles,
  reply: z.object({
    sessions: z.array(
      z.object({
        _id: z.string(),
        createdAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
        device: z.string().describe('what the browser said of itself at login'),
        isCurrent: z.boolean(),
      }),
    ),
  }),
  problems: [],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  summary: 'End one of one’s own sessions',
  access: roles,
  audit: ['session-ended'],
  params: z.object({ sessionId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});
