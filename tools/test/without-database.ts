import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseImports } from './near/parse-imports.ts';

const root = join(import.meta.dirname, '../..');
/** Every module that opens a database imports at least one of these modules, directly or indirectly. */
const databaseModules = ['server/db/connect.ts', 'server/test/database.ts'];

function listImports(file: string): string[] {
  return parseImports(readFileSync(join(root, file), 'utf8')).flatMap((module) => {
    if (module.startsWith('#')) return [module.slice(1)];
    return module.startsWith('.') ? [join(dirname(file), module)] : [];
  });
}

function importsAny(file: string, targets: readonly string[]): boolean {
  const seen = new Set([file]);
  for (const module of seen) {
    if (targets.includes(module)) return true;
    if (!existsSync(join(root, module))) continue;
    for (const imported of listImports(module)) seen.add(imported);
  }
  return false;
}

export function usesNoDatabase(file: string): boolean {
  const usesDatabaseSetting = /TEST_DATABASE|\binject\(/.test(
    readFileSync(join(root, file), 'utf8'),
  );
  return !usesDatabaseSetting && !importsAny(file, databaseModules);
}

/** Returns the server tests that use no database. Such tests need to run in only one Vitest project. */
export const listTestsWithoutDatabase = (): string[] =>
  globSync('server/**/*.test.ts', { cwd: root })
    .map((file) => relative(root, join(root, file)))
    .filter(usesNoDatabase);
