import type { FastifyReply } from 'fastify';
import type { exportUsers as endpoint, User } from '#contract/users.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import { createInstantColumn, createTextColumn } from '#server/http/sheets/sheet.ts';
import { listUsers } from './list-users.ts';

const columns = [
  createTextColumn<User>('Name', ({ name }) => name, 24),
  createTextColumn<User>('Email', ({ email }) => email, 30),
  createTextColumn<User>('Role', ({ role }) => role, 10),
  createInstantColumn<User>('Created', ({ createdAt }) => createdAt),
  createInstantColumn<User>('Blocked', ({ blockedAt }) => blockedAt),
  createInstantColumn<User>('Confirmed', ({ confirmedAt }) => confirmedAt),
];

export function exportUsers(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { services, query } = call;
  const { format, q, waiting, role } = query;
  return replyWithExport(call, {
    name: 'Users',
    fileName: 'users',
    format,
    filter: { q, waiting, role },
    columns,
    rows: async function* () {
      yield* (await listUsers(services.db, { q, waiting, role })).users;
    },
  });
}
