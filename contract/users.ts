import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SheetFormat } from './exports/sheets.ts';
import { NewPassword } from './values/password.ts';
import { Role, roles } from './values/roles.ts';
import { buildNameLineSchema, Email, Id, ListQuery, SamePersonReason } from './values/text.ts';

export const UserName = buildNameLineSchema('Name', 100);

export const User = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  fileUrl: z.string().nullable().describe('the CV'),
  createdAt: z.iso.datetime(),
  blockedAt: z.iso.datetime().nullable(),
  confirmedAt: z.iso.datetime().nullable().describe('when the email was confirmed'),
  supervises: z
    .boolean()
    .describe('for faculty: listed before others when students choose a supervisor'),
  memberOf: z
    .object({ fypGroupName: z.string(), memberName: z.string(), roll: z.string() })
    .nullable()
    .describe('the group that the account is a member of'),
});
export type User = z.infer<typeof User>;

export const createUser = endpoint({
  method: 'POST',
  path: '/api/auth/createuser',
  summary:
    'Create an account; without a password, a one-time password is generated and returned once',
  access: ['admin'],
  audit: ['account-made', 'group-changed'],
  body: z.object({
    name: UserName,
    email: Email,
    role: Role,
    password: NewPassword.optional(),
    supervises: z.boolean().optional(),
  }),
  status: 201,
  reply: z.object({ message: z.string(), user: User, oneTimePassword: z.string().optional() }),
  problems: ['email-taken', 'already-in-group'],
});

const UserQuery = ListQuery.extend({
  waiting: z.literal('true').optional(),
  role: Role.optional(),
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/auth/getusers',
  summary: 'List users by name, all or a page; with `waiting`, users who wait for confirmation',
  access: ['admin'],
  query: UserQuery,
  reply: z.object({ users: z.array(User), total: z.int() }),
  problems: [],
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/auth/getusers/export',
  summary: 'Export the users as a spreadsheet',
  access: ['admin'],
  audit: ['list-exported'],
  query: UserQuery.pick({ q: true, waiting: true, role: true }).extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: [],
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/auth/updateuser/:userId',
  summary: 'Update a user; omitted fields and an empty password or null change nothing',
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
    name: UserName.optional(),
    email: Email.optional(),
    role: z
      .string('Choose a role.')
      .max(20, 'Choose a role.')
      .toLowerCase()
      .pipe(z.enum(roles, 'Choose the role admin, faculty or student.'))
      .optional(),
    password: z.union([z.literal(''), z.null(), NewPassword]).optional(),
    blocked: z.boolean().optional(),
    confirmed: z
      .literal(true)
      .optional()
      .describe(
        'the admin vouches for the email address, or with a new one says that the earlier was wrong: replaces the password and ends all sessions',
      ),
    supervises: z.boolean().optional(),
    samePerson: z
      .union([z.literal(''), SamePersonReason])
      .optional()
      .describe('with a new email: why the account’s memberships with records keep their person'),
    followInGroup: z
      .boolean()
      .optional()
      .describe('ignored: the account’s groups always get the new email'),
  }),
  reply: z.object({
    message: z.string(),
    user: User,
    oneTimePassword: z
      .string()
      .optional()
      .describe(
        'without a mail server, if the update confirmed the account without a new password',
      ),
  }),
  problems: ['not-found', 'unconfirmed', 'email-taken', 'already-in-group', 'last-admin'],
});
