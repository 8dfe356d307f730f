import { expect, test } from 'vitest';
import { errorsOfServing } from './served.ts';

test('a file that a browser might run is found out', () => {
  const headers = {
    'content-type': 'text/html',
    'content-disposition': 'inline; filename="a.html"',
  };
  const errors = errorsOfServing(new Response('', { headers }));
  expect(errors).toContain('type “text/html”');
  expect(errors).toContain('may be sniffed');
  expect(errors.length).toBeGreaterThan(4);
});
