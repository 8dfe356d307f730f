import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { TableDeclaration, TableDeclarations, Tables } from './tables.ts';

const server = join(import.meta.dirname, '..');

/** Imports the files under `server` that match the pattern, except tests, sorted by path. */
export async function importServerModules<Module>(
  pattern: string,
): Promise<{ path: string; module: Module }[]> {
  const paths = globSync(pattern, { cwd: server, exclude: ['**/*.test.ts'] }).toSorted();
  return Promise.all(
    paths.map(async (path) => ({ path, module: (await import(join(server, path))) as Module })),
  );
}

export type TableName = keyof Tables;

const declarations = await importServerModules<{
  tableDeclarations: Readonly<Record<string, TableDeclaration>>;
}>('*/tables.ts');

export const allTableDeclarations = Object.assign(
  {},
  ...declarations.map(({ module }) => module.tableDeclarations),
) as TableDeclarations<TableName>;

export const tableNames = Object.keys(allTableDeclarations) as TableName[];

/** Maps each table to the only folder of `server` that may write it. */
export const folderByTable: ReadonlyMap<string, string> = new Map(
  declarations.flatMap(({ path, module }) =>
    Object.keys(module.tableDeclarations).map((table) => [table, path.split('/')[0] ?? '']),
  ),
);
