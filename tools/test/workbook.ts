import { unzipSync } from 'fflate';
import readExcelFile from 'read-excel-file/node';

type Value = string | number | boolean | Date | null;
export type ReadSheet = { name: string; rows: Value[][] };

/** A workbook's sheets as another program reads them, the titles first. Throws for a formula. */
export async function readWorkbook(bytes: Uint8Array): Promise<ReadSheet[]> {
  for (const [path, content] of Object.entries(unzipSync(bytes))) {
    if (/<f[\s/>]/.test(Buffer.from(content).toString())) throw new Error(`${path} has a formula.`);
  }
  const sheets = await readExcelFile(Buffer.from(bytes), { trim: false });
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    rows: (data as Value[][]).map((row) => row.map(inSeconds)),
  }));
}

/** A time is a fraction of a day there, which is read back a millisecond off. */
const inSeconds = (value: Value) =>
  value instanceof Date ? new Date(Math.round(value.getTime() / 1000) * 1000) : value;

/** The rows of the first sheet by their titles. */
export async function readRecords(bytes: Uint8Array): Promise<Record<string, Value>[]> {
  const [sheet] = await readWorkbook(bytes);
  const [titles = [], ...rows] = sheet?.rows ?? [];
  return rows.map((row) =>
    Object.fromEntries(titles.map((title, index) => [String(title), row[index] ?? null])),
  );
}
