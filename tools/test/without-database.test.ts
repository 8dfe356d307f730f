import { expect, test } from 'vitest';
import { isWithoutDatabase, testsWithoutDatabase } from './without-database.ts';

test.each([
  ['opens a portal', 'server/marks/save-marks.test.ts'],
  ['opens a portal by way of another module', 'server/http/matrix.test.ts'],
  ['opens a database itself', 'server/db/serve-database.test.ts'],
])('a test that %s runs on every database', (_, file) => {
  expect(isWithoutDatabase(file)).toBe(false);
});

test('a test of pure functions, or of the file store alone, runs once', () => {
  const files = testsWithoutDatabase();
  expect(files).toContain('server/awards/rank.test.ts');
  expect(files).toContain('server/storage/s3.test.ts');
});
