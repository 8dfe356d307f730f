import { normaliseForSearch } from '#contract/values/search-form.ts';
import { toSortKey } from '#contract/values/sort-key.ts';
import { toNameKey } from '#contract/values/text.ts';
import type { DatabaseRow } from '#server/db/tables.ts';

/**
 * Returns the columns that are derived from name, email and role. Every write to these fields must also write the
 * derived columns.
 */
export const buildAccountKeys = ({
  name,
  email,
  role,
}: Pick<DatabaseRow<'users'>, 'name' | 'email' | 'role'>) => ({
  name_key: toNameKey(name),
  search_key: normaliseForSearch(`${name}\n${email}\n${role}`),
  // Append the email, so that accounts with the same name have a stable order.
  sort_key: `${toSortKey(name)}\n${email}`,
});
