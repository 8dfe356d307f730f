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
  const imports = source.matchAll(/import \{([^}]*)\} from ['"]@mantine\/core['"]/g);
  return [...imports].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/^\s*(type )?/, '').trim()),
  );
}

const packages = import.meta.glob<string>(
  '/node_modules/@mantine/{dropzone,notifications}/esm/**/*.mjs',
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);
const used = new Set(
  [sources, packages].flatMap((files) => Object.values(files).flatMap(importedFromMantine)),
);
const code = import.meta.glob<string>('/node_modules/@mantine/core/esm/components/**/*.mjs', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Returns the components whose files import the given component, for example `Modal` for `ModalBase`. */
const findUsers = (name: string) =>
  Object.entries(code)
    .filter(([, source]) => source.includes(`/${name}/${name}.mjs`))
    .map(([path]) => path.replace(/^.*\/components\/(\w+)\/.*$/, '$1'))
    .filter((user) => user !== name);

/** Parts that their components export, but do not render themselves. */
const unusedParts = ['CheckboxCard', 'RadioCard'];

const isUsed = (name: string): boolean => used.has(name) || findUsers(name).some(isUsed);

test('styles.ts imports the style sheet of every Mantine component that the client uses', () => {
  const components = sheets.filter(
    (name) => /^[A-Z]/.test(name) && isUsed(name) && !unusedParts.includes(name),
  );
  expect(components.length).toBeGreaterThan(20);
  expect(components.filter((name) => !loaded.includes(`/${name}.css`))).toEqual([]);
});

test('styles.ts imports no style sheet of a Mantine component that the client does not use', () => {
  const components = [...loaded.matchAll(/core\/styles\/([A-Z]\w+)\.css/g)].flatMap(
    ([, name]) => name ?? [],
  );
  expect(components.length).toBeGreaterThan(20);
  expect(components.filter((name) => !isUsed(name))).toEqual([]);
});
