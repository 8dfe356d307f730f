import { searchForm } from '#contract/values/search-form.ts';
import { sortKey } from '#contract/values/sort-key.ts';
import { nameKey } from '#contract/values/text.ts';
import type { Row } from '#server/db/tables.ts';

/** Returns the columns derived from name, email and role. Every write to these fields must include them. */
export const accountKeys = ({
  name,
  email,
  role,
}: Pick<Row<'users'>, 'name' | 'email' | 'role'>) => ({
  name_key: nameKey(name),
  search_key: searchForm(`${name}\n${email}\n${role}`),
  // Append the email to get a stable order of accounts with the same name.
  sort_key: `${sortKey(name)}\n${email}`,
});
