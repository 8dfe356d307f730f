import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseUnicode } from './normalise.ts';

const forms = fc.constantFrom('NFC', 'NFKC', 'NFKD');

describe('normaliseUnicode', () => {
  it('returns the same as String.normalize for text without long runs of combining marks', () => {
    fc.assert(
      fc.property(forms, fc.string({ unit: 'binary', maxLength: 30 }), (form, text) => {
        expect(normaliseUnicode(form, text)).toBe(text.normalize(form));
      }),
    );
  });

  it('preserves all combining marks of a long run, and is idempotent', () => {
    const piled = `e${'\u0300\u0316'.repeat(200)}`;
    const once = normaliseUnicode('NFC', piled);
    expect(once.replaceAll('\u034f', '')).toHaveLength(400);
    expect(normaliseUnicode('NFC', once)).toBe(once);
  });

  it.each(['\u0300\u0316', '\uff9e\u0316', '\u0316\u034f\u0300'])(
    'takes linear time even for a long run of the combining marks %j',
    (marks) => {
      for (const form of ['NFC', 'NFKC', 'NFKD'] as const) {
        const before = performance.now();
        normaliseUnicode(form, marks.repeat(100_000 / marks.length));
        // A quadratic algorithm would take about ten seconds.
        expect(performance.now() - before).toBeLessThan(2000);
      }
    },
  );
});
