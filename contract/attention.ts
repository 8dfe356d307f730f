import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const Account = z.object({ _id: z.string(), name: z.string(), email: z.string() });

/** A name that groups give as supervisor or external examiner and that no faculty account carries. */
export const UnboundName = z.object({
  name: z.string(),
  groups: z.array(z.object({ _id: z.string(), fypGroupName: z.string() })),
  alike: z.array(Account).describe('faculty accounts whose name looks the same'),
});
export type UnboundName = z.infer<typeof UnboundName>;

export const findAttention = endpoint({
  method: 'GET',
  path: '/api/auth/attention',
  summary: 'What waits for the office: names that grant nothing or can be mistaken for one another',
  access: ['admin'],
  reply: z.object({
    unboundNames: z.array(UnboundName),
    alikeAccounts: z
      .array(z.array(Account))
      .describe('faculty accounts whose names look the same and are not'),
  }),
  problems: [],
});
