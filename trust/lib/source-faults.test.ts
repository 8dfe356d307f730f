import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { trustTools } from '#trust/instruments.ts';
import { applySourceChange, sourceFaults } from './source-faults.ts';

test.each(Object.entries(sourceFaults))(
  'the fault %s can be injected into the current source code',
  (_, changes) => {
    for (const change of changes) {
      const source = readFileSync(change.file, 'utf8');
      expect(applySourceChange(source, change)).not.toBe(source);
    }
  },
);

test('every instrument has at least one fault, and every source fault is assigned to an instrument', () => {
  const faultNames = Object.values(trustTools).map(({ faults }) => Object.keys(faults));
  expect(faultNames.filter((names) => names.length === 0)).toEqual([]);
  for (const name of Object.keys(sourceFaults)) expect(faultNames.flat()).toContain(name);
});
