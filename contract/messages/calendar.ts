import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { roles } from '#contract/values/roles.ts';

export const findCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar',
  summary:
    'Get whether the caller has a calendar URL; the URL itself is only returned when it is created',
  access: roles,
  reply: z.object({ madeAt: z.iso.datetime().nullable() }),
  problems: [],
});

export const makeCalendar = endpoint({
  method: 'POST',
  path: '/api/calendar',
  summary: 'Create a secret calendar URL and revoke an earlier one',
  access: roles,
  audit: ['calendar-made'],
  status: 201,
  reply: z.object({
    url: z.string().describe('gives anybody read access to the dates only'),
  }),
  problems: [],
});

export const endCalendar = endpoint({
  method: 'DELETE',
  path: '/api/calendar',
  summary: 'Revoke the caller’s calendar URL',
  access: roles,
  audit: ['calendar-ended'],
  reply: z.object({ message: z.string() }),
  problems: [],
});

/** Authenticates by the secret URL only, because calendar clients cannot log in. */
export const readCalendar = endpoint({
  method: 'GET',
  path: '/calendar/:file',
  summary: 'Get the user’s deadlines and vivas in iCalendar format (RFC 5545)',
  access: 'public',
  params: z.object({
    file: z.string().regex(/^[\w-]{20,100}\.ics$/, 'This isn’t one of the portal’s calendar URLs.'),
  }),
  reply: z.unknown(),
  problems: ['not-found'],
});
