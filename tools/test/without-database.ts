import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { importsOf } from './imports-of.ts';

const root = join(import.meta.dirname, '../..');
/** Every way to a database leads through one of these; each portal of the tests has one. */
const opensDatabase = ['server/db/connect.ts', 'server/test/database.ts'];

/** The project's own modules that `file` imports, types included, so that no doubt leaves a test out. */
function ownImports(file: string): string[] {
  return importsOf(readFileSync(join(root, file), 'utf8')).flatMap((module) => {
    if (module.startsWith('#')) return [module.slice(1)];
    return module.startsWith('.') ? [join(dirname(file), module)] : [];
  });
}

function reaches(file: string, goals: readonly string[]): boolean {
  const seen = new Set([file]);
  for (const one of seen) {
    if (goals.includes(one)) return true;
    if (!existsSync(join(root, one))) continue;
    for (const imported of ownImports(one)) seen.add(imported);
  }
  return false;
}

/** Whether a test comes to no database, by its imports and theirs: it proves the same wherever it runs. */
export function isWithoutDatabase(file: string): boolean {
  const asks = /TEST_DATABASE|\binject\(/.test(readFileSync(join(root, file), 'utf8'));
  return !asks && !reaches(file, opensDatabase);
}

/** The tests of the server that need to run on one database only. */
export const testsWithoutDatabase = (): string[] =>
  globSync('server/**/*.test.ts', { cwd: root })
    .map((file) => relative(root, join(root, file)))
    .filter(isWithoutDatabase);
