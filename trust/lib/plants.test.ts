import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { instruments } from '#trust/instruments.ts';
import { changed, sourcePlants } from './plants.ts';

test.each(Object.entries(sourcePlants))(
  'the fault %s has its place in the sources',
  (_, changes) => {
    for (const change of changes) {
      const source = readFileSync(change.file, 'utf8');
      expect(changed(source, change)).not.toBe(source);
    }
  },
);

test('each instrument finds a fault, and each fault is found by one', () => {
  const plants = Object.values(instruments).map(({ plants }) => Object.keys(plants));
  expect(plants.filter((names) => names.length === 0)).toEqual([]);
  for (const name of Object.keys(sourcePlants)) expect(plants.flat()).toContain(name);
});
