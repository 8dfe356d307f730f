import { expect, test } from 'vitest';
import { matrixRows } from '#server/test/matrix/rows.ts';
import { repeatableWrites } from './writes.ts';

test('repeatableWrites contains every write endpoint except previews, one that informs the whole cohort, and endpoints that add data each time they are called', () => {
  const covered = new Set(repeatableWrites.map(({ name }) => name));
  const missing = matrixRows
    .filter(({ name, endpoint, repeat }) => {
      return endpoint.method !== 'GET' && !('adds' in repeat) && !covered.has(name);
    })
    .map(({ name }) => name);
  expect([...new Set(missing)], 'add a writing row to access.matrix.ts').toEqual([
    'previewMarks',
    'previewDeadlines',
    'announceDeadlineMoves',
    'previewPeopleChange',
  ]);
});
