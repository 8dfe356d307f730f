import { expect, test } from 'vitest';
import { faultsOfServing } from './served.ts';

test('a file that a browser might run is found out', () => {
  const headers = {
    'content-type': 'text/html',
    'content-disposition': 'inline; filename="a.html"',
  };
  const faults = faultsOfServing(new Response('', { headers }));
  expect(faults).toContain('type “text/html”');
  expect(faults).toContain('may be sniffed');
  expect(faults.length).toBeGreaterThan(4);
});
