import { unzipSync } from 'fflate';
import readExcelFile from 'read-excel-file/node';

type Value = string | number | boolean | Date | null;
export type SheetContent = { name: string; rows: Value[][] };

/** Reads a workbook with a library that is independent of the portal's code. Throws if a cell contains a formula. */
export async function readWorkbook(bytes: Uint8Array): Promise<SheetContent[]> {
  for (const [path, content] of Object.entries(unzipSync(bytes))) {
    if (/<f[\s/>]/.test(Buffer.from(content).toString())) throw new Error(`${path} has a formula.`);
  }
  const sheets = await readExcelFile(Buffer.from(bytes), { trim: false });
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    rows: (data as Value[][]).map((row) => row.map(roundToSeconds)),
  }));
}

/** Excel stores times as fractions of a day, with rounding errors of up to a millisecond. */
const roundToSeconds = (value: Value) =>
  value instanceof Date ? new Date(Math.round(value.getTime() / 1000) * 1000) : value;

/** Reads the rows of the first sheet as records keyed by column title. */
export async function readSheetRecords(bytes: Uint8Array): Promise<Record<string, Value>[]> {
  const [sheet] = await readWorkbook(bytes);
  const [titles = [], ...rows] = sheet?.rows ?? [];
  return rows.map((row) =>
    Object.fromEntries(titles.map((title, index) => [String(title), row[index] ?? null])),
  );
}
