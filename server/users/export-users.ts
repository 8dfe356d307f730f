import type { FastifyReply } from 'fastify';
import type { exportUsers as endpoint, User } from '#contract/users.ts';
import { sendExport } from '#server/audit/send-export.ts';
import type { Call } from '#server/http/serve.ts';
import { instantColumn, textColumn } from '#server/http/sheets/sheet.ts';
import { listUsers } from './list-users.ts';

const columns = [
  textColumn<User>('Name', ({ name }) => name, 24),
  textColumn<User>('Email', ({ email }) => email, 30),
  textColumn<User>('Role', ({ role }) => role, 10),
  instantColumn<User>('Created', ({ createdAt }) => createdAt),
  instantColumn<User>('Blocked', ({ blockedAt }) => blockedAt),
  instantColumn<User>('Confirmed', ({ confirmedAt }) => confirmedAt),
];

export function exportUsers(call: Call<typeof endpoint>): Promise<FastifyReply> {
  const { services, query } = call;
  const { format, q, waiting } = query;
  return sendExport(call, {
    name: 'Users',
    fileName: 'users',
    format,
    filter: { q, waiting },
    columns,
    rows: async function* () {
      yield* (await listUsers(services.db, { q, waiting })).users;
    },
  });
}
