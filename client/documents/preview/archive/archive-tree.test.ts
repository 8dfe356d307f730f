import { expect, test } from 'vitest';
import { buildTree, type Folder } from './archive-tree.ts';

const read = () => Promise.reject(new Error('not read'));
const toFile = (path: string, size = 1) => ({
  path: path.split('/'),
  size,
  isEncrypted: false,
  read,
});

type Listed = { [name: string]: Listed | number };
const list = ({ folders, files }: Folder): Listed => ({
  ...Object.fromEntries(folders.map((folder) => [`${folder.name}/`, list(folder)])),
  ...Object.fromEntries(files.map(({ name, file }) => [name, file.size])),
});

test('arranges files in folders, sorted by name with numbers in order', () => {
  const root = buildTree([
    toFile('src/page10.ts', 10),
    toFile('src/page2.ts', 2),
    toFile('README.md', 5),
    toFile('src/lib/a.ts', 3),
  ]);
  expect(list(root)).toEqual({
    'src/': { 'lib/': { 'a.ts': 3 }, 'page2.ts': 2, 'page10.ts': 10 },
    'README.md': 5,
  });
  expect(Object.keys(list(root)['src/'] ?? {})).toEqual(['lib/', 'page2.ts', 'page10.ts']);
});

test('counts the files and bytes of a folder and all folders below it', () => {
  const [src] = buildTree([toFile('src/a', 10), toFile('src/b/c/d', 5), toFile('e', 7)]).folders;
  expect([src?.count, src?.size]).toEqual([2, 15]);
});

test('keeps folders apart whose names contain separators of the other systems', () => {
  const root = buildTree([
    { ...toFile('x'), path: ['a","b', 'c'] },
    { ...toFile('x'), path: ['a', 'b', 'c'] },
  ]);
  expect(root.folders.map(({ name }) => name)).toEqual(['a', 'a","b']);
});

test('does not nest folders without limit', () => {
  const deep = Array.from({ length: 5000 }, (_, depth) => `d${depth}`).join('/');
  let folder: Folder | undefined = buildTree([toFile(deep)]);
  let depth = 0;
  while (folder?.folders[0]) {
    folder = folder.folders[0];
    depth += 1;
  }
  expect(depth).toBeLessThan(20);
  expect(folder?.files[0]?.name).toMatch(/^d18\/d19\/.*d4999$/);
});
