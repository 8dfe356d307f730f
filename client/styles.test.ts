import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['./**/*.tsx', './*.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const sheets = Object.keys(import.meta.glob('/node_modules/@mantine/core/styles/*.css')).map(
  (path) => path.replace(/^.*\/(.+)\.css$/, '$1'),
);
const loaded = sources['./styles.ts'] ?? '';

function importedFromMantine(source: string): string[] {
  const imports = source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g);
  return [...imports].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/^\s*(type )?/, '').trim()),
  );
}

test('styles.ts imports the style sheet of every Mantine component that the client uses', () => {
  expect(sheets).toContain('Button');
  const used = new Set(Object.values(sources).flatMap(importedFromMantine));
  const missing = [...used].filter(
    (name) => sheets.includes(name) && !loaded.includes(`/${name}.css`),
  );
  expect(missing).toEqual([]);
});
