import {
  AddColumnNode,
  type AlterTableNode,
  CreateIndexNode,
  CreateTableNode,
  type KyselyPlugin,
  type RootOperationNode,
} from 'kysely';

/** Suffix of migrations that only add tables, columns or indexes. Older versions of the portal recognise it, too. */
const expandSuffix = '+expand';
export const isExpandMigration = (migration: string): boolean => migration.endsWith(expandSuffix);

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

/** Throws for a statement that could break an older version of the portal that is still serving. */
export const additionsOnlyPlugin: KyselyPlugin = {
  transformQuery({ node }) {
    if (isAddition(node)) return node;
    throw new Error(
      `A migration whose name ends with ${expandSuffix} only adds tables, indexes that are not unique, and columns that may be null or have a default: not this ${node.kind}.`,
    );
  },
  transformResult: async ({ result }) => result,
};
