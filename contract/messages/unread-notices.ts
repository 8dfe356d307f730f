import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { roles } from '#contract/values/roles.ts';

/** Counts unread notices. Does not extend the session, because clients poll this endpoint. */
export const countNotices = endpoint({
  method: 'GET',
  path: '/api/notices/unread',
  summary: 'Count the caller’s unread notices',
  access: roles,
  reply: z.object({ unread: z.int() }),
  problems: [],
});
