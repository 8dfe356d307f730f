import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Role, roles } from './values/roles.ts';
import { Email, Id } from './values/text.ts';

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
      .max(128, 'Password must be 128 characters or fewer.'),
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
    passwordEndsAt: z.iso.datetime().optional().describe('expiry of a one-time password'),
    message: z.string(),
  }),
  confirmedBy: ['token', 'role', 'name'],
  problems: ['wrong-credentials', 'blocked'],
});

export const findSession = endpoint({
  method: 'GET',
  path: '/api/auth/session',
  summary: 'Get the user of the token, in the format of the login reply',
  access: roles,
  reply: login.reply.omit({ token: true, message: true }),
  problems: [],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Log out and revoke the token and the file cookie',
  access: roles,
  audit: ['logged-out'],
  reply: z.object({ message: z.string() }),
  problems: [],
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'List the caller’s sessions, newest first',
  access: roles,
  reply: z.object({
    sessions: z.array(
      z.object({
        _id: z.string(),
        createdAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
        device: z.string().describe('the browser’s user agent at login'),
        isCurrent: z.boolean(),
      }),
    ),
  }),
  problems: [],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  summary: 'End a session of the caller',
  access: roles,
  audit: ['session-ended'],
  params: z.object({ sessionId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});
