import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  it('takes from every cell what a spreadsheet would run', () => {
    const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', 'a=1', ''];
    expect(csvLine(cells)).toBe(`'=1+1,'+1,'-1,'@SUM(A1),'\t=1,"'\r=1",a=1,\r\n`);
  });

  it('quotes what holds separators, quotes or breaks', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', '=HYPERLINK("x","y")'])).toBe(
      `"a,b","say ""hi""","two\nlines","'=HYPERLINK(""x"",""y"")"\r\n`,
    );
  });
});
