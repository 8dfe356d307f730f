import {
  AddColumnNode,
  type AlterTableNode,
  CreateIndexNode,
  CreateTableNode,
  type KyselyPlugin,
  type RootOperationNode,
} from 'kysely';

/**
 * A migration whose name ends so only adds what a version that does not know it may leave empty. By its name, so that
 * those versions read it in the database.
 */
const ending = '+expand';
export const isExpanding = (migration: string): boolean => migration.endsWith(ending);

const isAddition = (node: RootOperationNode): boolean =>
  CreateTableNode.is(node) ||
  (CreateIndexNode.is(node) && node.unique !== true) ||
  (node.kind === 'AlterTableNode' && addsOnly(node as AlterTableNode));

function addsOnly({ columnAlterations = [], kind, table, ...others }: AlterTableNode): boolean {
  const isOther = Object.values(others).some((value) => value !== undefined);
  return (
    !isOther &&
    columnAlterations.every(
      (node) => AddColumnNode.is(node) && (!node.column.notNull || node.column.defaultTo),
    )
  );
}

/** Throws for a statement after which a version that does not know of it would fail. */
export const additionsOnly: KyselyPlugin = {
  transformQuery({ node }) {
    if (isAddition(node)) return node;
    throw new Error(
      `A migration whose name ends with ${ending} only adds tables, indexes that are not unique, and columns that may be null or have a default: not this ${node.kind}.`,
    );
  },
  transformResult: async ({ result }) => result,
};
