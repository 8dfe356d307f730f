import { expect, test } from 'vitest';
import { buildUnknownPath, getTypedPath } from './unknown-path.ts';

test.each([
  ['/unknown-path?typed=%2F%25', '/%'],
  [buildUnknownPath('//a%2f+b&c=%d/'), '//a%2f+b&c=%d/'],
  ['/no/page?typed=%2Fother', '/no/page'],
  ['/unknown-path', '/unknown-path'],
  ['/unknown-path?typed=Call%20us', '/unknown-path'],
  ['/unknown-path?typed=%2FCall%20us', '/unknown-path'],
])('getTypedPath reads %s as %s', (url, typed) => {
  expect(getTypedPath(new URL(url, 'https://portal.test'))).toBe(typed);
});
