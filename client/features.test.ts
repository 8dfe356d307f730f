import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages as pagesOfTools } from '#tools/test/browser/pages.ts';
import { getPageFile } from './feature.ts';
import { pages } from './features.ts';

const sources = import.meta.dirname;
const list = (pattern: string) => globSync(pattern, { cwd: sources }).sort();
const read = (file: string) => readFileSync(join(sources, file), 'utf8');
const toTypeName = (name: string) =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('page files', () => {
  const files = [
    ...list('pages/*.tsx'),
    ...list('*/*-page.tsx').filter((file) => !file.startsWith('layout/')),
  ];

  it.each(pages.map((page) => [page.path, `${getPageFile(page)}.tsx`]))(
    'exist for every declared page: %s',
    (_, file) => {
      expect(files).toContain(file);
    },
  );

  it.each(files)('belong to a page that a feature declares: %s', (file) => {
    expect(pages.map((page) => `${getPageFile(page)}.tsx`)).toContain(file);
  });
});

describe('feature declarations', () => {
  it('are the same in the client and in tools that run without Vite', () => {
    expect(list('*/feature.ts').length).toBeGreaterThan(10);
    expect(pagesOfTools).toEqual(pages);
  });

  it('declare each path only once', () => {
    const paths = pages.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('feature sections', () => {
  const files = list('*/*.tsx').filter((file) => read(file).includes('export const pageSections'));
  const places = [...new Set(files.map((file) => basename(file, '.tsx')))];
  const globs = list('{pages,board,desk,marks}/**/*.tsx').flatMap((file) => [
    ...read(file).matchAll(/import\.meta\.glob\('\.\.\/\*\/([\w-]+)\.tsx'/g),
  ]);

  it.each(files)('have the type that matches their file name: %s', (file) => {
    const type = toTypeName(basename(file, '.tsx'));
    expect(read(file)).toContain(`export const pageSections: readonly ${type}[] =`);
  });

  it.each(places)('with the same file name are loaded by exactly one page: %s', (place) => {
    expect(globs.filter(([, name]) => name === place)).toHaveLength(1);
  });

  it.each(places)('have unique order values across all files with the same name: %s', (place) => {
    const orders = files
      .filter((file) => basename(file, '.tsx') === place)
      .flatMap((file) => read(file).match(/\border: \d+/g) ?? []);
    expect(orders.length).toBeGreaterThan(0);
    expect(new Set(orders).size).toBe(orders.length);
  });
});
