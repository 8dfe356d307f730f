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
});
