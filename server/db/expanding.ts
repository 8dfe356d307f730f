import {
  AddColumnNode,
  type AlterTableNode,
  CreateIndexNode,
  CreateTableNode,
  type KyselyPlugin,
  type RootOperationNode,
} from 'kysely';

/** Suffix of a migration that only adds. It is part of the name, so that older versions find it in the database. */
const expandSuffix = '+expand';
export const isExpanding = (migration: string): boolean => migration.endsWith(expandSuffix);

const isAddition = (node: RootOperationNode): boolean =>
  CreateTableNode.is(node) ||
  (CreateIndexNode.is(node) && node.unique !== true) ||
  (node.kind === 'AlterTableNode' && addsOnly(node as AlterTableNode));

function addsOnly({
  columnAlterations = [],
  kind,
  table,
  ...otherChanges
}: AlterTableNode): boolean {
  const hasOtherChanges = Object.values(otherChanges).some((value) => value !== undefined);
  return (
    !hasOtherChanges &&
    columnAlterations.every(
      (node) => AddColumnNode.is(node) && (!node.column.notNull || node.column.defaultTo),
    )
  );
}

/** Throws if a statement of a migration would break an older version that still serves. */
export const additionsOnly: KyselyPlugin = {
  transformQuery({ node }) {
    if (isAddition(node)) return node;
    throw new Error(
      `A migration whose name ends with ${expandSuffix} only adds tables, indexes that are not unique, and columns that may be null or have a default: not this ${node.kind}.`,
    );
  },
  transformResult: async ({ result }) => result,
};
