import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeFormulaGuard } from '#contract/values/formula-guard.ts';
import { csvLine } from './csv.ts';

/** The cells that a spreadsheet sees which is set to this separator: quotation marks count where a cell begins with one. */
function cellsSeen(text: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  let isAtStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const isEnd = !isQuoted && (character === separator || /[\r\n]/.test(character));
    if (isEnd) cells.push('');
    else if (isQuoted && character === '"' && text.charAt(at + 1) === '"') {
      cells[cells.length - 1] += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || isAtStart)) isQuoted = !isQuoted;
    else cells[cells.length - 1] += character;
    isAtStart = isEnd;
  }
  return cells;
}

const dangerous = /^[\s"]*[=+\-@]/;

describe('a line of CSV', () => {
  it('takes from every cell what a spreadsheet would run', () => {
    const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', 'a=1', ''];
    expect(csvLine(cells)).toBe(`'=1+1,'+1,'-1,'@SUM(A1),"'\t=1","'\r=1",' =1,'＝1,a=1,\r\n`);
  });

  it('leaves the inside of a cell as it is', () => {
    expect(csvLine(['| -40 °C', 'a;=1+1', 'a\n@SUM(A1)', 'a; b = c'])).toBe(
      `| -40 °C,"a;=1+1","a\n@SUM(A1)","a; b = c"\r\n`,
    );
  });

  it('gives no formula to a spreadsheet, whatever its cells contain', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'=+-@;,|\t\r\n "\'a1'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const seen = cellsSeen(csvLine(cells), ',');
        expect(seen.filter((text) => dangerous.test(text))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  it('is read back as it was after the guard is removed', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'=;,\t\n "a1'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const read = cellsSeen(csvLine(cells).slice(0, -2), ',');
        expect(read.map(removeFormulaGuard)).toEqual(cells);
      }),
    );
  });

  it('quotes what holds separators, quotes or breaks', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', '=HYPERLINK("x","y")'])).toBe(
      `"a,b","say ""hi""","two\nlines","'=HYPERLINK(""x"",""y"")"\r\n`,
    );
  });
});
