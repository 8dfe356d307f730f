import { expect, test } from 'vitest';
import { endpoints } from '#server/features.ts';
import { nonIdempotentEndpoints, writes } from './writes.ts';

test('writes covers every endpoint that writes, except those listed as not idempotent', () => {
  const covered = new Set([
    ...writes.map(({ name }) => name),
    ...Object.keys(nonIdempotentEndpoints),
  ]);
  const missing = endpoints
    .filter(({ name, endpoint }) => endpoint.method !== 'GET' && !covered.has(name))
    .map(({ name }) => name);
  expect(missing, 'add a writing row to access.matrix.ts').toEqual([
    'previewMarks',
    'previewDeadlines',
  ]);
});
