import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Role } from '#contract/values/roles.ts';
import { Id } from '#contract/values/text.ts';

/** Totals by which the usage can be sorted, with their labels. */
export const usageTotals = {
  refused: 'Refused',
  requests: 'Requests',
  work: 'Work',
  rows: 'Rows',
  megabytes: 'MB',
  emails: 'Emails',
} as const;
export type UsageTotal = keyof typeof usageTotals;

export const maxUsagePayers = 10;
export const maxLimitFactor = 20;

const Totals = z.object({
  requests: z.number(),
  refused: z.number().describe('requests over a limit'),
  work: z.number().describe('CPU time; 1 is a simple GET'),
  rows: z.number().describe('rows that are never deleted'),
  megabytes: z.number(),
  emails: z.number(),
});

const Raise = z.object({
  factor: z.int(),
  endsAt: z.iso.datetime().nullable().describe('null: until an admin ends it'),
});

const Account = z.object({ _id: z.string(), name: z.string(), email: z.string(), role: Role });

export const AccountUsage = Account.extend({ ...Totals.shape, raise: Raise.nullable() });
export type AccountUsage = z.infer<typeof AccountUsage>;

export const NetworkUsage = Totals.extend({
  network: z.string().describe('an IPv4 address, or the /64 prefix of an IPv6 address'),
});
export type NetworkUsage = z.infer<typeof NetworkUsage>;

export const listRequestUsage = endpoint({
  method: 'GET',
  path: '/api/request-usage',
  summary:
    'List the accounts and networks that have used most in the last hour, and accounts with raised limits',
  access: ['admin'],
  cost: 'list',
  query: z.object({
    sort: z.enum(Object.keys(usageTotals) as [UsageTotal, ...UsageTotal[]]).default('work'),
  }),
  reply: z.object({
    accounts: z.array(AccountUsage).describe(`the first ${maxUsagePayers} by \`sort\``),
    networks: z.array(NetworkUsage).describe(`the first ${maxUsagePayers} by \`sort\``),
    raised: z.array(Account.extend({ raise: Raise })).describe('accounts with raised limits'),
  }),
  problems: [],
});

export const setRequestLimit = endpoint({
  method: 'PUT',
  path: '/api/request-limits/:userId',
  summary:
    'Multiply the request limits of an account, or set them back to normal with the factor 1',
  access: ['admin'],
  cost: 'write',
  audit: ['request-limit-changed'],
  params: z.object({ userId: Id }),
  body: z.object({
    factor: z.int().min(1).max(maxLimitFactor),
    endsAt: z.iso
      .datetime('Choose a date and time.')
      .nullable()
      .describe('null: until an admin ends it'),
  }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});
