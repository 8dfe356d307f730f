import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Red buttons that open a dialog of another file, which then says what cannot be undone. */
const opens: Readonly<Record<string, string>> = {
  'users/user-row.tsx': 'users/account-dialog.tsx',
};

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
const redButton = /<(Button|SubmitButton|ActionIcon|RowAction|Menu\.Item)\b[^<]*\bcolor="red"/;
const files = globSync('**/*.tsx', {
  cwd: import.meta.dirname,
  exclude: (name) => name === 'dist',
}).filter((file) => redButton.test(read(file)));

test('there are red buttons, and each exception has one', () => {
  expect(files.length).toBeGreaterThan(5);
  expect(files).toEqual(expect.arrayContaining(Object.keys(opens)));
});

test.each(files)('client/%s says beside its red button what cannot be undone', (file) => {
  expect(read(opens[file] ?? file)).toMatch(/<Consequence>|\bconsequence=/);
});
