import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
const redButton = /<(Button|SubmitButton|ActionIcon|RowAction)\b[^<]*\bcolor="red"/;
const files = globSync('**/*.tsx', {
  cwd: import.meta.dirname,
  exclude: (name) => name === 'dist',
}).filter((file) => redButton.test(read(file)));

test('there are red buttons', () => {
  expect(files.length).toBeGreaterThan(5);
});

test.each(files)('client/%s says beside its red button what cannot be undone', (file) => {
  expect(read(file)).toMatch(/<Consequence>|\bconsequence=/);
});
