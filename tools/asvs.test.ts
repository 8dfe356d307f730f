import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| ([12]) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, number = '', level = '', what = '', proof = '']) => ({ number, level, what, proof }),
);
const notApplicable = [...text.matchAll(/^- ([\d., ]+): /gm)].flatMap(([, numbers = '']) =>
  numbers.split(', '),
);

test('the list has all of level 1 once, and accounts for all of level 2', () => {
  const numbers = [...rows.map(({ number }) => number), ...notApplicable];
  expect(new Set(numbers).size).toBe(numbers.length);
  // ASVS 5.0.0 has 70 requirements of level 1 and 183 of level 2.
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
  expect(rows.filter(({ level }) => level === '2').length + notApplicable.length).toBe(183);
});

test('each line names a file that is there, or gives a reason', () => {
  for (const { number, proof } of rows) {
    const files = [...proof.matchAll(/`([\w./-]+\/[\w./-]+|[A-Z]+\.md|package-lock\.json)`/g)];
    const reason = /^Not applicable: .{10,}|\bException: .{10,}/.test(proof);
    expect(files.length > 0 || reason, `${number} proves nothing`).toBe(true);
  }
});

/** Everything in the list that looks like a file of the repository. */
const files = [
  ...new Set(
    [...text.matchAll(/`((?:\w[\w-]*\/)+[\w.-]+\.\w+|[\w-]+\.(?:md|json))`/g)].map(
      ([, file = '']) => file,
    ),
  ),
];

test.each(files)('The file %s, which the list names, is there.', (file) => {
  expect(existsSync(join(root, file))).toBe(true);
});

test('The files of the list are found in it.', () => {
  expect(files.length).toBeGreaterThan(60);
});

test('headings of SECURITY.md that the list refers to are there', () => {
  const security = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const headings = [...text.matchAll(/`SECURITY\.md`, "([^"]+)"/g)].map(
    ([, heading = '']) => heading,
  );
  expect(new Set(headings).size).toBe(5);
  for (const heading of headings) expect(security).toContain(`## ${heading}\n`);
});
