import { saveFile } from '#client/api/files/save-file.ts';
import { guardFormula } from '#contract/values/formula-guard.ts';

/** Escapes cells that a spreadsheet program would evaluate as formulas. */
export async function saveCsv(name: string, header: string[], rows: (string | number)[][]) {
  const { default: papa } = await import('papaparse');
  const guarded = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? guardFormula(cell) : cell)),
  );
  const text = papa.unparse([header, ...guarded]);
  // Without a byte order mark, Excel decodes the file in its default code page.
  saveFile(name, new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' }));
}
