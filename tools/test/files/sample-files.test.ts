import { expect, test } from 'vitest';
import { buildPdf } from './sample-files.ts';

test.each([undefined, 1000])(
  'buildPdf writes a valid cross-reference table if the requested size is %s bytes',
  (bytes) => {
    const content = buildPdf({ title: 'Thesis (final) \\ é', bytes });
    const text = content.toString('latin1');
    const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(table)).toMatch(/^xref/);
    const offsets = [...text.slice(table).matchAll(/(\d{10}) 00000 n/g)].map(([, at]) =>
      Number(at),
    );
    expect(offsets).toHaveLength(7);
    for (const [index, offset] of offsets.entries()) {
      expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`));
    }
  },
);

test('buildPdf returns a file of exactly the requested size, or rejects a size that is too small', () => {
  expect(buildPdf({ bytes: 54_321 })).toHaveLength(54_321);
  expect(() => buildPdf({ bytes: 100 })).toThrow(RangeError);
});
