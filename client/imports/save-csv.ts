import { saveFile } from '#client/api/save-file.ts';
import { guardFormula } from '#contract/values/formula-guard.ts';

/** Hands a table to the browser's downloads, so that no cell is run as a formula. */
export async function saveCsv(name: string, header: string[], rows: (string | number)[][]) {
  const { default: papa } = await import('papaparse');
  const guarded = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? guardFormula(cell) : cell)),
  );
  const text = papa.unparse([header, ...guarded]);
  // Without the mark in front Excel takes the text for its own code page.
  saveFile(name, new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' }));
}
