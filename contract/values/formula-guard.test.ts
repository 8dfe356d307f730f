import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardFormula, removeFormulaGuard } from './formula-guard.ts';

describe('the formula guard of a CSV cell', () => {
  it.each(['=1+1', '+92 300', '-40 °C', '@SUM(A1)', '\t1', '\r1', ' =1', '"=1', '＝1', "'=1"])(
    'is added to %j',
    (text) => expect(guardFormula(text)).toBe(`'${text}`),
  );

  it.each(['| -40 °C', 'a;=1', 'two\n- lines', 'a\t=1', "O'Neil", "'quoted'", '5-3', '', ' text'])(
    'is not added to %j',
    (text) => expect(guardFormula(text)).toBe(text),
  );

  it('can be removed from any guarded text to restore the original', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@;,|\t\r\n "\'a1'), maxLength: 8 });
    fc.assert(
      fc.property(text, (cell) => {
        expect(removeFormulaGuard(guardFormula(cell))).toBe(cell);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(["'quoted'", "O'Neil", "' text", "'"])('is not detected in %j', (text) =>
    expect(removeFormulaGuard(text)).toBe(text),
  );
});
