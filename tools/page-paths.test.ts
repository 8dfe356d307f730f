import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages } from '#tools/test/browser/pages.ts';

const firstSegments = new Set(pages.flatMap(({ path }) => path.split('/')[1] || []));
/** Matches a hard-coded page path at the start of a string or after an interpolation, such as `'/students#deadlines'`. */
const literalPath = new RegExp(`['"\`}]/(?:${[...firstSegments].join('|')})(?![\\w.-])`);
/** Matches a query or fragment that is appended to an interpolated page path, such as `${paths.admin}?tab=users`. */
const appendedQuery = /\bpaths\.\w+(?:\([^)]*\))?\}[?#]/;

/** Returns the lines of a source file that contain a hard-coded page path. Ignores imports and comments. */
function findPagePaths(source: string): string[] {
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(?:\/\/|\/?\*)|\bfrom '|\bimport\(/.test(line))
    .filter((line) => literalPath.test(line) || appendedQuery.test(line));
}

const productFiles = globSync(['server/**/*.ts', 'client/**/*.{ts,tsx}']).filter(
  (file) => !/\.test\.tsx?$|\.matrix\.ts$|^server\/test\/|^client\/dist\//.test(file),
);

describe('findPagePaths', () => {
  it.each([
    "to: '/students#deadlines',",
    `\`/groups/\${encodeURIComponent(name)}\``,
    `\`\${paths.admin}?tab=users\``,
  ])('finds the path in %s', (line) => {
    expect(findPagePaths(line)).toEqual([line]);
  });

  it.each([
    "import { findDesk } from '#contract/desk.ts';",
    "path: '/api/desk',",
    '/** Opens `/desk`. */',
    'links.adminTab("users")',
  ])('finds no path in %s', (line) => {
    expect(findPagePaths(line)).toEqual([]);
  });
});

describe('server and client source files', () => {
  it('take every page path from `contract/paths.ts` or `contract/links.ts`', () => {
    expect(productFiles.length).toBeGreaterThan(500);
    const literals = productFiles.flatMap((file) =>
      findPagePaths(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`),
    );
    expect(literals).toEqual([]);
  });
});
