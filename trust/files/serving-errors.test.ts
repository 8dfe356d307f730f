import { expect, test } from 'vitest';
import { findServingErrors } from './serving-errors.ts';

test('findServingErrors reports a file that a browser might execute', () => {
  const headers = {
    'content-type': 'text/html',
    'content-disposition': 'inline; filename="a.html"',
  };
  const errors = findServingErrors(new Response('', { headers }));
  expect(errors).toContain('type “text/html”');
  expect(errors).toContain('may be sniffed');
  expect(errors.length).toBeGreaterThan(4);
});
