import { searchForm } from '#contract/values/search-form.ts';
import { sortKey } from '#contract/values/sort-key.ts';
import { nameKey } from '#contract/values/text.ts';
import type { Row } from '#server/db/tables.ts';

/**
 * Returns the columns derived from an account's name, email and role. Every write of one of these fields must write
 * them too.
 */
export const accountKeys = ({
  name,
  email,
  role,
}: Pick<Row<'users'>, 'name' | 'email' | 'role'>) => ({
  name_key: nameKey(name),
  search_key: searchForm(`${name}\n${email}\n${role}`),
  // The email makes the order of accounts with the same name stable.
  sort_key: `${sortKey(name)}\n${email}`,
});
