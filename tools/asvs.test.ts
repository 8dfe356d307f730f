import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| ([12]) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, number = '', level = '', requirement = '', proof = '']) => ({
    number,
    level,
    what: requirement,
    proof,
  }),
);
const notApplicable = [...text.matchAll(/^- ([\d., ]+): /gm)].flatMap(([, numbers = '']) =>
  numbers.split(', '),
);

test('docs/asvs.md covers all 70 level 1 and all 183 level 2 requirements, without duplicates', () => {
  const numbers = [...rows.map(({ number }) => number), ...notApplicable];
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
  expect(rows.filter(({ level }) => level === '2').length + notApplicable.length).toBe(183);
});

test('every row of docs/asvs.md names a file as evidence, or the reason for an exception or for “Not applicable”', () => {
  for (const { number, proof } of rows) {
    const files = [...proof.matchAll(/`([\w./-]+\/[\w./-]+|[A-Z]+\.md|package-lock\.json)`/g)];
    const reason = /^Not applicable: .{10,}|\bException: .{10,}/.test(proof);
    expect(files.length > 0 || reason, `${number} proves nothing`).toBe(true);
  }
});

const files = [
  ...new Set(
    [...text.matchAll(/`((?:\w[\w-]*\/)+[\w.-]+\.\w+|[\w-]+\.(?:md|json))`/g)].map(
      ([, file = '']) => file,
    ),
  ),
];

test('docs/asvs.md refers to existing files', () => {
  expect(files.length).toBeGreaterThan(60);
  for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
});

test('docs/asvs.md refers only to headings that exist in SECURITY.md', () => {
  const security = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const headings = [...text.matchAll(/`SECURITY\.md`, "([^"]+)"/g)].map(
    ([, heading = '']) => heading,
  );
  expect(new Set(headings).size).toBe(5);
  for (const heading of headings) expect(security).toContain(`## ${heading}\n`);
});
