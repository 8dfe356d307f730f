import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { roles } from './values/roles.ts';
import { ListQuery } from './values/text.ts';

export const maxSearchHits = 8;

/** A group or person that matches a search, with a link to its page. */
export const SearchHit = z.object({
  _id: z.string().describe('id of the group, the member or the account'),
  title: z.string().describe('name of the group or person'),
  detail: z.string().describe('the project title; for a person, roll and group, or email and role'),
  to: z.string().describe('a path of the portal'),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Find groups and people that the caller may see',
  access: roles,
  query: ListQuery.pick({ q: true }),
  reply: z.object({
    groups: z.array(SearchHit).max(maxSearchHits),
    people: z
      .array(SearchHit)
      .max(2 * maxSearchHits)
      .describe('members first, then accounts'),
  }),
  problems: [],
});
