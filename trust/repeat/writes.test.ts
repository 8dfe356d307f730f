import { expect, test } from 'vitest';
import { endpoints } from '#server/features.ts';
import { anotherEachTime, writes } from './writes.ts';

test('every endpoint that writes is sent twice, or says why not', () => {
  const known = new Set([...writes.map(({ name }) => name), ...Object.keys(anotherEachTime)]);
  const missing = endpoints
    .filter(({ name, endpoint }) => endpoint.method !== 'GET' && !known.has(name))
    .map(({ name }) => name);
  expect(missing, 'a row that writes is missing in its access.matrix.ts').toEqual([
    'previewMarks',
    'previewDeadlines',
  ]);
});
