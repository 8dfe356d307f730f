import { expect, test } from 'vitest';
import { endpoints } from '#server/features.ts';
import { writes } from './writes-of-groups.ts';

test('every endpoint that writes is sent twice, but the login', () => {
  const names = Object.keys(writes);
  const missing = endpoints
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ name }) => name)
    .filter((name) => !names.some((write) => write === name));
  // Uploads stand for each kind of theirs.
  expect(missing.toSorted()).toEqual(['login', 'uploadDocument']);
});
