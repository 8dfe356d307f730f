import type { Tables } from '#server/db/tables.ts';

/**
 * What an archive holds: each table with the columns that order its rows, parents before the children that refer to
 * them. A table that is neither here nor in `leftOut` fails a test.
 */
export const keptTables = {
  users: ['id'],
  login_failures: ['email'],
  group_numbers: ['program', 'session_year'],
  groups: ['id'],
  members: ['id'],
  marks: ['member_id', 'milestone'],
  changes: ['id'],
  documents: ['id'],
  letters: ['id'],
  objections: ['id'],
  audit_entries: ['sequence'],
} as const satisfies { [T in keyof Tables]?: readonly (keyof Tables[T] & string)[] };

export type KeptTable = keyof typeof keptTables;
export const keptTableNames = Object.keys(keptTables) as KeptTable[];

/**
 * Whoever finds an archive must not be able to go on with somebody's session, link or known device; who failed from where
 * or signed up how often, what is wrong with the files of one place, and whose turn it is there, mean nothing in another.
 */
export const leftOut = [
  'sessions',
  'one_use_links',
  'known_devices',
  'login_throttles',
  'network_failures',
  'token_buckets',
  'file_faults',
  'chores',
] as const satisfies (keyof Tables)[];
