import { searchForm } from '#contract/values/search-form.ts';
import { sortKey } from '#contract/values/sort-key.ts';
import { nameKey } from '#contract/values/text.ts';
import type { Row } from '#server/db/tables.ts';

/** Returns the columns that are derived from an account's name, email and role. Each write of one of them writes these. */
export const accountKeys = ({
  name,
  email,
  role,
}: Pick<Row<'users'>, 'name' | 'email' | 'role'>) => ({
  name_key: nameKey(name),
  search_key: searchForm(`${name}\n${email}\n${role}`),
  // The email gives accounts of one name an order.
  sort_key: `${sortKey(name)}\n${email}`,
});
