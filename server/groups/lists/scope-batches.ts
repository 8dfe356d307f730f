import type { ExpressionBuilder } from 'kysely';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
import type { ScopedGroupQuery } from './select-groups-in-scope.ts';

/** Number of groups in a batch, so that neither memory nor a query is large. */
export const groupsAtOnce = 200;

export const selectGroupsById = (db: Db, ids: readonly string[]): ScopedGroupQuery =>
  db.selectFrom('groups').where(isIdInJsonArray(db, 'groups.id', JSON.stringify(ids)));

export const sortByName = (scope: ScopedGroupQuery) =>
  scope.orderBy('groups.sort_key').orderBy('groups.id');

/** Selects the next groups of `scope` by name: the first ones, or those that follow `last`. */
export const selectNextGroups = (
  scope: ScopedGroupQuery,
  last: Pick<DatabaseRow<'groups'>, 'sort_key' | 'id'> | undefined,
): ScopedGroupQuery =>
  sortByName(last ? scope.where((eb) => isBehind(eb, last)) : scope).limit(groupsAtOnce);

const isBehind = (
  eb: ExpressionBuilder<Tables, 'groups'>,
  { sort_key, id }: Pick<DatabaseRow<'groups'>, 'sort_key' | 'id'>,
) => eb(eb.refTuple('groups.sort_key', 'groups.id'), '>', eb.tuple(sort_key, id));
