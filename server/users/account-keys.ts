import { normaliseForSearch } from '#contract/values/search-form.ts';
import { toSortKey } from '#contract/values/sort-key.ts';
import { toNameKey } from '#contract/values/text.ts';
import type { DatabaseRow } from '#server/db/tables.ts';

/** Returns columns derived from name, email and role. A write to one of these must also write the derived columns. */
export const buildDerivedUserColumns = ({
  name,
  email,
  role,
}: Pick<DatabaseRow<'users'>, 'name' | 'email' | 'role'>) => ({
  name_key: toNameKey(name),
  search_key: normaliseForSearch(`${name}\n${email}\n${role}`),
  // The email gives accounts with the same name a stable order.
  sort_key: `${toSortKey(name)}\n${email}`,
});
