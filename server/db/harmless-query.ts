import {
  ColumnNode,
  type CompiledQuery,
  ReferenceNode,
  SelectQueryNode,
  type UpdateQueryNode as UpdateNode,
  UpdateQueryNode,
} from 'kysely';

/**
 * Returns true for a query that stores nothing, even outside a transaction: a select, also one that takes an advisory
 * lock until the end of the transaction, or an update that only locks rows.
 */
export function isHarmless({ query }: CompiledQuery): boolean {
  // A common table expression may contain a write.
  if (SelectQueryNode.is(query)) return !query.with;
  return UpdateQueryNode.is(query) && !query.with && isNoOp(query);
}

/** Returns true for the updates of `lock-rows.ts`, which set each column to itself. */
const isNoOp = ({ updates = [] }: UpdateNode): boolean =>
  updates.length > 0 &&
  updates.every(
    ({ column, value }) =>
      ColumnNode.is(column) &&
      ReferenceNode.is(value) &&
      ColumnNode.is(value.column) &&
      value.table === undefined &&
      value.column.column.name === column.column.name,
  );
