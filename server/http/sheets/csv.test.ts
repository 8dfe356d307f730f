import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeFormulaGuard } from '#contract/values/formula-guard.ts';
import { formatCsv } from './csv.ts';

const formatCsvLine = (cells: readonly (string | number)[]) => formatCsv([cells]);

/** Parses CSV as a spreadsheet does: only a quotation mark at the start of a cell begins a quoted cell. */
function parseCells(text: string, separator: string): string[] {
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

describe('formatCsv', () => {
  it('escapes every cell that a spreadsheet would run as a formula, and no other', () => {
    const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', 'a=1', ''];
    expect(formatCsvLine(cells)).toBe(`'=1+1,'+1,'-1,'@SUM(A1),"'\t=1","'\r=1",' =1,'＝1,a=1,\r\n`);
    expect(formatCsvLine(['| -40 °C', 'a;=1+1', 'a\n@SUM(A1)', 'say "hi"'])).toBe(
      `| -40 °C,"a;=1+1","a\n@SUM(A1)","say ""hi"""\r\n`,
    );
  });

  it('produces no formula, whatever the cells contain', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'=+-@;,|\t\r\n "\'a1'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const seen = parseCells(formatCsvLine(cells), ',');
        expect(seen.filter((text) => dangerous.test(text))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  it('is reversible by removing the leading apostrophes', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'=;,\t\n "a1'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const read = parseCells(formatCsvLine(cells).slice(0, -2), ',');
        expect(read.map(removeFormulaGuard)).toEqual(cells);
      }),
    );
  });
});
