import { isPostgres } from '#server/db/migrate.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { ScopedGroupQuery } from './select-groups-in-scope.ts';

const groupsAtOnce = 1000;

export const selectGroupsById = (db: Db, ids: readonly string[]): ScopedGroupQuery =>
  db.selectFrom('groups').where(isIdInJsonArray(db, 'groups.id', JSON.stringify(ids)));

const sortByName = (scope: ScopedGroupQuery) =>
  scope.orderBy('groups.sort_key').orderBy('groups.id');

/**
 * Splits `scope` into queries for a few groups each, sorted by group name, because SQLite blocks the event loop during a
 * query. Does not split it on PostgreSQL, whose driver receives rows in small packets.
 */
export async function* splitScope(
  db: Db,
  scope: ScopedGroupQuery,
): AsyncGenerator<ScopedGroupQuery> {
  if (isPostgres(db)) {
    yield sortByName(scope);
    return;
  }
  const rows = await sortByName(scope).select('groups.id').execute();
  const ids = rows.map(({ id }) => id);
  for (const batch of toBatches(ids, groupsAtOnce)) yield sortByName(selectGroupsById(db, batch));
}
