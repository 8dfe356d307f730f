import { expect, test } from 'vitest';
import { rows } from '#server/test/matrix/rows.ts';
import { writes } from './writes.ts';

test('writes contains every write endpoint except previews and endpoints that add data on each request', () => {
  const covered = new Set(writes.map(({ name }) => name));
  const missing = rows
    .filter(({ name, endpoint, repeat }) => {
      return endpoint.method !== 'GET' && !('adds' in repeat) && !covered.has(name);
    })
    .map(({ name }) => name);
  expect([...new Set(missing)], 'add a writing row to access.matrix.ts').toEqual([
    'previewMarks',
    'previewDeadlines',
  ]);
});
