import { z } from 'zod';
import { endpoint, Role, roles } from './endpoint.ts';
import { Email } from './text.ts';

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Log in',
  access: 'public',
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
    message: z.string(),
  }),
  problems: ['wrong-credentials', 'blocked'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Log out: the token and the file cookie end',
  access: roles,
  reply: z.object({ message: z.string() }),
  problems: [],
});
