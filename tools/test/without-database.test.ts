import { expect, test } from 'vitest';
import { listTestsWithoutDatabase, usesNoDatabase } from './without-database.ts';

test.each([
  ['opens a portal', 'server/marks/save-marks.test.ts'],
  ['opens a portal indirectly', 'server/http/matrix.test.ts'],
  ['opens a database itself', 'server/db/serve-database.test.ts'],
])('isWithoutDatabase returns false for a test that %s', (_, file) => {
  expect(usesNoDatabase(file)).toBe(false);
});

test('listTestsWithoutDatabase includes tests of pure functions and of the S3 file store', () => {
  const files = listTestsWithoutDatabase();
  expect(files).toContain('server/awards/rank.test.ts');
  expect(files).toContain('server/storage/s3.test.ts');
});
