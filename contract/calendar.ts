import { z } from 'zod';
import { endpoint, roles } from './endpoint.ts';

export const findCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar',
  summary: 'Whether one has a calendar address; the address itself is shown only when it is made',
  access: roles,
  reply: z.object({ madeAt: z.iso.datetime().nullable() }),
  problems: [],
});

export const makeCalendar = endpoint({
  method: 'POST',
  path: '/api/calendar',
  summary: 'Make a secret calendar address; an earlier one ends with it',
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
  summary: 'End one’s calendar address',
  access: roles,
  audit: ['calendar-ended'],
  reply: z.object({ message: z.string() }),
  problems: [],
});

/** Authenticates by the secret URL only: calendar clients do not log in. */
export const readCalendar = endpoint({
  method: 'GET',
  path: '/calendar/:file',
  summary: 'One’s deadlines and vivas, as a calendar program reads them (RFC 5545)',
  access: 'public',
  params: z.object({
    file: z.string().regex(/^[\w-]{20,100}\.ics$/, 'This is no calendar address of the portal.'),
  }),
  reply: z.unknown(),
  problems: ['not-found'],
});
