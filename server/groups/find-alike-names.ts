import { nameKey } from '#contract/text.ts';
import type { Db } from '#server/db/tables.ts';
import { lookOf } from './look-of-name.ts';

/**
 * Names that need an admin's eye: those that groups give and no faculty account carries exactly, each with the accounts
 * it could mean, and faculty accounts that could be taken for one another. A name that is not carried exactly grants nothing.
 */
export async function findAlikeNames(db: Db) {
  const accounts = await db
    .selectFrom('users')
    .select(['id as _id', 'name', 'name_key', 'email', 'blocked_at'])
    .where('role', '=', 'faculty')
    .orderBy('name_key')
    .execute();
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name', 'supervisor', 'external_examiner'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
  // One that is blocked opens nothing, so nobody has to be told from it.
  const open = accounts.filter(({ blocked_at }) => blocked_at === null);
  const byLook = Map.groupBy(open, ({ name }) => lookOf(name));
  const keys = new Set(accounts.map((account) => account.name_key));

  const named = groups.flatMap(({ id, name: fypGroupName, supervisor, external_examiner }) =>
    [...new Set([supervisor, external_examiner].filter((name) => name !== null))].map((name) => ({
      name,
      group: { _id: id, fypGroupName },
    })),
  );
  const unbound = Map.groupBy(
    named.filter(({ name }) => nameKey(name) !== 'other' && !keys.has(nameKey(name))),
    ({ name }) => nameKey(name),
  );
  return {
    unboundNames: [...unbound.values()].flatMap((found) => {
      const [first] = found;
      if (!first) return [];
      const alike = byLook.get(lookOf(first.name)) ?? [];
      return [{ name: first.name, groups: found.map(({ group }) => group), alike }];
    }),
    alikeAccounts: [...byLook.values()].filter((alike) => alike.length > 1),
  };
}
